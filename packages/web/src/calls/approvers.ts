import type { Approval, ApprovalAnswer } from '@toolmark/api-contract';
import { shallowReactive } from 'vue';
import { get, part } from '../api/request.ts';

export interface Approvers {
  /** The answers by approval id, for those that were requested. */
  readonly answers: ReadonlyMap<string, ApprovalAnswer | null>;
  /** Fetches these answers. Answers never change, so each is fetched once. */
  readonly want: (ids: readonly string[]) => void;
  readonly close: () => void;
}

const AT_ONCE = 3;

/** Roughly a day of approvals; above this the cache is cleared. */
const MAX = 2_000;

/** Fetches who answered. A call holds only the id of its approval, so this is fetched when a row is visible. */
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
      // Ignore the failure: the row then shows that the call was approved, but not by whom.
    }
    running--;
    void next();
  };
  return {
    answers,
    want: (ids) => {
      if (asked.size > MAX) {
        asked.clear();
        answers.clear();
      }
      // Drop requests for rows that are no longer visible.
      for (const id of queue) asked.delete(id);
      queue = ids.filter((id) => !asked.has(id));
      for (const id of queue) asked.add(id);
      while (running < AT_ONCE && queue.length > 0) void next();
    },
    close: () => closing.abort(),
  };
}
