/** A line of a diff. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Comparing more lines would take seconds. */
const MAX_CELLS = 4_000_000;

/**
 * A line diff of two texts.
 *
 * @example
 * diffLines(['a', 'b'], ['a', 'c']).map(({ kind }) => kind) // ['same', 'removed', 'added']
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  return [
    ...before.slice(0, start).map(same),
    ...compare(before.slice(start, endBefore), after.slice(start, endAfter)),
    ...before.slice(endBefore).map(same),
  ];
}

/** Only the changes with some context; `undefined` stands for lines that are left out. */
export function withContext(lines: readonly DiffLine[], around: number): readonly (DiffLine | undefined)[] {
  const isNear = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index > 0 && isNear[index - 1] ? [undefined] : [];
  });
}

const same = (text: string): DiffLine => ({ kind: 'same', text });

function compare(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const removed = before.map((text): DiffLine => ({ kind: 'removed', text }));
  const added = after.map((text): DiffLine => ({ kind: 'added', text }));
  if (before.length * after.length > MAX_CELLS) return [...removed, ...added];
  const width = after.length + 1;
  /** The length of the longest common subsequence from i, j on. */
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push(same(before[i] ?? ''));
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(...removed.slice(i, ++i));
    else lines.push(...added.slice(j, ++j));
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}
