/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** More comparisons would freeze the page; such texts are shown as removed and added as a whole. */
const MAX_CELLS = 4_000_000;

/**
 * A minimal line diff.
 *
 * @example
 * diffLines(['a', 'b'], ['a', 'c']) // same a, removed b, added c
 */
export function diffLines(
  was: readonly string[],
  is: readonly string[],
  { mostCells = MAX_CELLS }: { readonly mostCells?: number } = {},
): readonly DiffLine[] {
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const before = was.slice(start, was.length - end);
  const after = is.slice(start, is.length - end);
  const middle =
    (before.length + 1) * (after.length + 1) > mostCells ? replaced(before, after) : aligned(before, after);
  return [...lines('same', was.slice(0, start)), ...middle, ...lines('same', was.slice(was.length - end))];
}

const lines = (kind: DiffLine['kind'], texts: readonly string[]): readonly DiffLine[] =>
  texts.map((text) => ({ kind, text }));

const replaced = (was: readonly string[], is: readonly string[]): readonly DiffLine[] => [
  ...lines('removed', was),
  ...lines('added', is),
];

/** Uses the longest common subsequence: `lengths[i][j]` is its length from there on. */
function aligned(was: readonly string[], is: readonly string[]): readonly DiffLine[] {
  const width = is.length + 1;
  const lengths = new Uint32Array((was.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = is.length - 1; j >= 0; j--) {
      lengths[i * width + j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < was.length || j < is.length) {
    const [old, now] = [was[i], is[j]];
    if (old !== undefined && old === now) {
      found.push({ kind: 'same', text: old });
      i++;
      j++;
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ kind: 'removed', text: old });
      i++;
    } else {
      found.push({ kind: 'added', text: now ?? '' });
      j++;
    }
  }
  return found;
}

/** A line to show, or the number of equal lines left out. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/** Leaves out equal lines, except for a few around each change. */
export function foldSame(all: readonly DiffLine[], around = 3): readonly DiffPart[] {
  const isNear = new Uint8Array(all.length);
  for (const [index, { kind }] of all.entries()) {
    if (kind !== 'same') isNear.fill(1, Math.max(0, index - around), index + around + 1);
  }
  const parts: DiffPart[] = [];
  for (const [index, line] of all.entries()) {
    const last = parts.at(-1);
    if (isNear[index] === 1) parts.push(line);
    else if (last?.kind === 'skipped') parts[parts.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else parts.push({ kind: 'skipped', count: 1 });
  }
  return parts;
}
