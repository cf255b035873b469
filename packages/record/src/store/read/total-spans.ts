/** A part of a time range, in hours since 1970, and the table with its totals. */
export interface TotalSpan {
  readonly table: 'call_totals' | 'call_totals_by_day';
  readonly from: number;
  readonly until: number;
}

const DAY = 24;

/**
 * Whole days use the daily totals, which have fewer rows; only the rest at both ends uses hourly ones.
 *
 * @example
 * totalSpansOf(23, 49)
 * // hours 23 to 24, the day that begins at 24, hour 48 to 49
 */
export function totalSpansOf(first: number, end: number): readonly TotalSpan[] {
  const firstDay = Math.ceil(first / DAY) * DAY;
  const lastDay = Math.floor(end / DAY) * DAY;
  if (firstDay >= lastDay) return [{ table: 'call_totals', from: first, until: end }];
  const spans: readonly TotalSpan[] = [
    { table: 'call_totals', from: first, until: firstDay },
    { table: 'call_totals_by_day', from: firstDay, until: lastDay },
    { table: 'call_totals', from: lastDay, until: end },
  ];
  return spans.filter(({ from, until }) => from < until);
}
