import type { SentParams } from '@toolmark/api-contract';
import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue';
import { type ExactRow, memberRows } from '../text/exact-rows.ts';

/** One member of `params` as blocks of rows; blocks outside of the viewport are not rendered. */
interface SentMember {
  readonly name: string;
  readonly blocks: readonly (readonly ExactRow[])[];
}

export interface SentRows {
  readonly members: Readonly<ShallowRef<readonly SentMember[]>>;
  /** Whether rows are left out. */
  readonly isFolded: Readonly<ShallowRef<boolean>>;
  /** Whether rows are still being prepared. */
  readonly isWorking: Readonly<ShallowRef<boolean>>;
}

const BLOCK_ROWS = 100;
/** How long to prepare rows before yielding to the browser. */
const SLICE_MS = 12;

export interface SentRowsOptions {
  readonly sent: () => Pick<SentParams, 'text' | 'marks' | 'sha256' | 'is_cut'>;
  /** How many rows to show of each member, so that long arguments do not hide what else is sent. */
  readonly most: () => number;
}

/** Prepares the rows of what a call sends in time slices, so that a text of a megabyte does not block the page. */
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
  // A refetch usually returns the same text: compare the digest to skip the work.
  watch(() => [sent().sha256, sent().text?.length, most()] as const, start, { immediate: true });
  onScopeDispose(() => clearTimeout(timer));
  return { members, isFolded, isWorking };
}
