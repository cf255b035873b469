import { describe, expect, it } from 'vitest';
import { toChart } from './calls-chart.ts';
import { aBucket } from './fixtures/stats.ts';

const FIRST = aBucket({ calls: 6, by_class: { read: 3, additive: 2, destructive: 1 } });
const SECOND = aBucket({
  from: '2026-11-15T10:00:00.000Z',
  calls: 1,
  by_class: { read: 0, additive: 1, destructive: 0 },
});

describe('toChart', () => {
  it('has a layer for each class, in order', () => {
    expect(toChart({ timeline: [FIRST, SECOND] })).toEqual({
      times: [Date.parse(FIRST.from), Date.parse(SECOND.from)],
      layers: [
        { of: 'read', label: 'Read-only', colour: '--color-info', values: [3, 0], total: 3 },
        { of: 'additive', label: 'Adds', colour: '--color-success', values: [2, 1], total: 3 },
        { of: 'destructive', label: 'Destructive', colour: '--color-error', values: [1, 0], total: 1 },
      ],
    });
  });

  it('adds a layer for unknown tools, so that it covers all calls', () => {
    const { layers } = toChart({ timeline: [{ ...FIRST, calls: 8 }, SECOND] });
    expect(layers[3]).toEqual({
      of: undefined,
      label: 'Unknown tool',
      colour: '--color-neutral',
      values: [2, 0],
      total: 2,
    });
    expect(layers.reduce((sum, { total }) => sum + total, 0)).toBe(9);
  });
});
