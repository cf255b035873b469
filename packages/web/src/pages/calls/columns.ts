/** How much of a call a row has room for: everything; without tokens and arguments; without the session too; or several lines. */
export type RowLayout = 'full' | 'wide' | 'medium' | 'stacked';

/** Said by the width of the list and not by container queries, which would lay out every new row twice while one scrolls. */
export function layoutFor(width: number): RowLayout {
  if (width >= 1_000) return 'full';
  if (width >= 860) return 'wide';
  return width >= 700 ? 'medium' : 'stacked';
}

export const ROW_HEIGHT: Readonly<Record<RowLayout, number>> = { full: 40, wide: 40, medium: 40, stacked: 78 };

const COMMON = 'grid items-center gap-x-3 px-3 ';

/**
 * The columns of the head and the rows alike: time, tool, hints, [session,] decision, status, duration[, tokens, arguments]. Hints
 * are 84 px: room for the three that can be true at once, and less than a third of the narrowest list.
 */
export const GRID: Readonly<Record<Exclude<RowLayout, 'stacked'>, string>> = {
  medium: `${COMMON}grid-cols-[68px_minmax(0,1fr)_84px_160px_92px_62px]`,
  wide: `${COMMON}grid-cols-[68px_minmax(0,1fr)_84px_132px_160px_92px_62px]`,
  full: `${COMMON}grid-cols-[68px_minmax(0,1.15fr)_84px_136px_168px_92px_62px_50px_minmax(0,1fr)]`,
};
