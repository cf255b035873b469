/** The layout of a row: all columns; without tokens and arguments; also without the session; or several lines. */
export type RowLayout = 'full' | 'wide' | 'medium' | 'stacked';

/** Chosen from the width of the list: container queries would lay out every new row twice while scrolling. */
export function layoutFor(width: number): RowLayout {
  if (width >= 1_000) return 'full';
  if (width >= 860) return 'wide';
  return width >= 700 ? 'medium' : 'stacked';
}

export const ROW_HEIGHT: Readonly<Record<RowLayout, number>> = { full: 40, wide: 40, medium: 40, stacked: 78 };

const COMMON = 'grid items-center gap-x-3 px-3 ';

/**
 * The columns of the header and the rows: time, tool, hints, [session,] decision, status, duration[, tokens,
 * arguments]. Hints take 84 px: room for the three that can be true at once, and less than a third of the narrowest
 * list.
 */
export const GRID: Readonly<Record<Exclude<RowLayout, 'stacked'>, string>> = {
  medium: `${COMMON}grid-cols-[68px_minmax(0,1fr)_84px_160px_92px_62px]`,
  wide: `${COMMON}grid-cols-[68px_minmax(0,1fr)_84px_132px_160px_92px_62px]`,
  full: `${COMMON}grid-cols-[68px_minmax(0,1.15fr)_84px_136px_168px_92px_62px_50px_minmax(0,1fr)]`,
};
