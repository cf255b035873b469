export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
}

const GAP = 6;
const MARGIN = 8;

/**
 * The position of a tooltip: centred above or below its target, on the other side if there is no room, and always
 * within the window.
 *
 * @example
 * placeTip({ left: 100, top: 100, width: 20, height: 20 }, { width: 80, height: 30 }, { width: 800, height: 600 }, 'top')
 * // { left: 70, top: 64 }
 */
export function placeTip(
  anchor: Box,
  tip: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
  side: 'top' | 'bottom',
): Place {
  const above = anchor.top - GAP - tip.height;
  const below = anchor.top + anchor.height + GAP;
  const hasRoomAbove = above >= MARGIN;
  const hasRoomBelow = below + tip.height <= view.height - MARGIN;
  const isAbove = side === 'top' ? hasRoomAbove || !hasRoomBelow : hasRoomAbove && !hasRoomBelow;
  const left = anchor.left + anchor.width / 2 - tip.width / 2;
  return {
    left: Math.max(MARGIN, Math.min(left, view.width - tip.width - MARGIN)),
    top: Math.max(MARGIN, isAbove ? above : below),
  };
}
