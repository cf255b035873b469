import type { SentParams } from '@toolmark/api-contract';
import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue';
import { type ExactRow, memberRows } from '../text/exact-rows.ts';

/** A member of `params`, in blocks of rows: one that is out of sight costs the browser nothing. */
interface SentMember {
  readonly name: string;
  readonly blocks: readonly (readonly ExactRow[])[];
}

export interface SentRows {
  readonly members: Readonly<ShallowRef<readonly SentMember[]>>;
  /** Whether there is more than was asked for. */
  readonly isFolded: Readonly<ShallowRef<boolean>>;
  /** Whether rows are still being made. */
  readonly isWorking: Readonly<ShallowRef<boolean>>;
}

const BLOCK_ROWS = 100;
/** How long rows are made before the browser gets its turn. */
const SLICE_MS = 12;

export interface SentRowsOptions {
  readonly sent: () => Pick<SentParams, 'text' | 'marks' | 'sha256' | 'is_cut'>;
  /** How many rows of each member are shown: what is sent besides long arguments is seen, too. */
  readonly most: () => number;
}

/** Makes the rows of what a call sends, a slice at a time: a text of a megabyte must not hold up the page. */
export function useSentRows({ sent, most }: SentRowsOptions): SentRows {
  const members = shallowRef<readonly SentMember[]>([]);
  const isFolded = shallowRef(false);
  const isWorking = shallowRef(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const start = (): void => {
    clearTimeout(timer);
    const { text, marks, is_cut: isCut } = sent();
    const mostRows = most();
    const rows = memberRows(text ?? '', marks);
    const made = new Map<string, ExactRow[][]>();
    const counts = new Map<string, number>();
    let isLonger = isCut;
    const publish = (): void => {
      members.value = [...made].map(([name, blocks]) => ({ name, blocks: [...blocks] }));
    };
    const work = (): void => {
      const until = performance.now() + SLICE_MS;
      for (;;) {
        const { value, done } = rows.next();
        if (done) {
          isFolded.value = isLonger;
          break;
        }
        const { member = '', row } = value;
        const count = (counts.get(member) ?? 0) + 1;
        counts.set(member, count);
        if (count > mostRows) {
          isLonger = true;
          continue;
        }
        const blocks = made.get(member) ?? [];
        made.set(member, blocks);
        const last = blocks.at(-1);
        if (last === undefined || last.length >= BLOCK_ROWS) blocks.push([row]);
        else last.push(row);
        if (performance.now() < until) continue;
        isWorking.value = true;
        publish();
        timer = setTimeout(work);
        return;
      }
      isWorking.value = false;
      publish();
    };
    work();
  };
  // What is asked for again is mostly what is there already: the digest says so.
  watch(() => [sent().sha256, sent().text?.length, most()] as const, start, { immediate: true });
  onScopeDispose(() => clearTimeout(timer));
  return { members, isFolded, isWorking };
}
