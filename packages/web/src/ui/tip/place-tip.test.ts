import { describe, expect, it } from 'vitest';
import { placeTip } from './place-tip.ts';

const VIEW = { width: 800, height: 600 };
const TIP = { width: 80, height: 30 };
const at = (left: number, top: number) => ({ left, top, width: 20, height: 20 });

describe('placeTip', () => {
  it.each([
    ['above, centred', at(100, 100), TIP, 'top', { left: 70, top: 64 }],
    ['below, centred', at(100, 100), TIP, 'bottom', { left: 70, top: 126 }],
    ['below if there is no room above', at(100, 20), TIP, 'top', { left: 70, top: 46 }],
    ['above if there is no room below', at(100, 570), TIP, 'bottom', { left: 70, top: 534 }],
    ['within the left edge', at(0, 100), TIP, 'top', { left: 8, top: 64 }],
    ['within the right edge', at(790, 100), TIP, 'top', { left: 712, top: 64 }],
    ['at the margin if it fits nowhere', at(100, 100), { width: 900, height: 900 }, 'top', { left: 8, top: 8 }],
  ] as const)('%s', (_, anchor, tip, side, place) => expect(placeTip(anchor, tip, VIEW, side)).toEqual(place));
});
