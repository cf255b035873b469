export type Move = 'next' | 'previous' | 'first' | 'last';

/** The visible rows, both ends included; `last` is -1 if there are none. */
export interface VisibleRange {
  readonly first: number;
  readonly last: number;
}

interface View {
  /** The scroll offset below whatever covers the top; negative if the list starts further down. */
  readonly offset: number;
  /** The height of the visible area. */
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/**
 * The visible rows of a list with equal heights.
 *
 * @example
 * rowsInSight({ offset: 100, height: 80, rowHeight: 40, count: 10 }) // { first: 2, last: 4 }
 */
export function rowsInSight({ offset, height, rowHeight, count }: View): VisibleRange {
  if (count === 0) return { first: 0, last: -1 };
  const within = (index: number): number => Math.max(0, Math.min(count - 1, index));
  return { first: within(Math.floor(offset / rowHeight)), last: within(Math.ceil((offset + height) / rowHeight) - 1) };
}

/** The row that a key leads to, from the focused row or else from the visible ones. */
export function targetOf(
  move: Move,
  at: { readonly focused: number; readonly sight: VisibleRange; readonly count: number },
): number {
  const { focused, sight, count } = at;
  if (move === 'first') return 0;
  if (move === 'last') return count - 1;
  if (focused < 0) return move === 'next' ? sight.first : Math.max(0, sight.last);
  return move === 'next' ? Math.min(count - 1, focused + 1) : Math.max(0, focused - 1);
}
