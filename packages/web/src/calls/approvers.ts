import type { Approval, ApprovalAnswer } from '@toolmark/api-contract';
import { shallowReactive } from 'vue';
import { get, part } from '../api/request.ts';

export interface Approvers {
  /** Who answered, by the id of the approval, as far as that was asked for. */
  readonly answers: ReadonlyMap<string, ApprovalAnswer | null>;
  /** Asks who answered these. An answer never changes, so each is asked for once. */
  readonly want: (ids: readonly string[]) => void;
  readonly close: () => void;
}

const AT_ONCE = 3;

/** As many as a day of approvals; beyond that it begins anew. */
const MOST = 2_000;

/** Calls say by which approval they passed, and only the approval says who answered: it is asked for where somebody looks. */
export function createApprovers(): Approvers {
  const answers = shallowReactive(new Map<string, ApprovalAnswer | null>());
  const asked = new Set<string>();
  const closing = new AbortController();
  let queue: string[] = [];
  let running = 0;

  const next = async (): Promise<void> => {
    const id = queue.shift();
    if (id === undefined || closing.signal.aborted) return;
    running++;
    try {
      const { answer, status } = await get<Approval>(`/approvals/${part(id)}`, { signal: closing.signal });
      if (status === 'pending') asked.delete(id);
      else answers.set(id, answer);
    } catch {
      // Nobody knows then; the row says that it was approved and not by whom.
    }
    running--;
    void next();
  };
  return {
    answers,
    want: (ids) => {
      if (asked.size > MOST) {
        asked.clear();
        answers.clear();
      }
      // What nobody looks at any more is not worth a question.
      for (const id of queue) asked.delete(id);
      queue = ids.filter((id) => !asked.has(id));
      for (const id of queue) asked.add(id);
      while (running < AT_ONCE && queue.length > 0) void next();
    },
    close: () => closing.abort(),
  };
}
