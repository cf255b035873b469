/** The value below which the given share of the values lies (nearest rank); NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value; the mean of the middle two when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

/** Between which of the values the true median lies, 19 times of 20, whatever their distribution (by their ranks). */
export function medianInterval(values: readonly number[]): readonly [least: number, most: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  return [sorted[rank] ?? Number.NaN, sorted.at(-1 - rank) ?? Number.NaN];
}
