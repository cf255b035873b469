import type { ToolCall } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { formatClock } from '../../format/time.ts';
import { aCall, START } from './fixtures/call.ts';
import { describeCall, marksOf, toColumns, toTimelineItems } from './timeline.ts';

const SECOND = 1_000;
const beadsOf = (...calls: readonly ToolCall[]): readonly (string | number)[] =>
  toTimelineItems(calls).map((bead) => (bead.kind === 'gap' ? bead.ms : bead.call.id));

describe('toTimelineItems', () => {
  it.each<[string, readonly ToolCall[], readonly (string | number)[]]>([
    ['nothing', [], []],
    ['one call', [aCall('a')], ['a']],
    ['two calls far apart', [aCall('a'), aCall('b', 600_010)], ['a', 600_000, 'b']],
    ['a short pause', [aCall('a'), aCall('b', 29 * SECOND)], ['a', 'b']],
    [
      'a gap, measured from the end of the previous call',
      [aCall('a', 0, { duration_ms: 5_000 }), aCall('b', 35_000), aCall('c', 35_010)],
      ['a', 30_000, 'b', 'c'],
    ],
    ['a long call, which is no gap', [aCall('a', 0, { duration_ms: 60_000 }), aCall('b', 61_000)], ['a', 'b']],
    [
      'a call of unknown duration',
      [aCall('a', 0, { duration_ms: null }), aCall('b', 40_000), aCall('c', 40_001)],
      ['a', 40_000, 'b', 'c'],
    ],
    ['simultaneous calls', [aCall('a', 0, { duration_ms: 9_000 }), aCall('b', 1_000)], ['a', 'b']],
  ])('shows %s', (_what, calls, beads) => {
    expect(beadsOf(...calls)).toEqual(beads);
  });

  it('marks only much longer gaps if all gaps are long', () => {
    const every = [0, 60, 120, 180, 240, 900].map((at, index) => aCall(`c${index}`, at * SECOND, { duration_ms: 0 }));
    expect(beadsOf(...every)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 660 * SECOND, 'c5']);
  });

  it('flags notable calls', () => {
    expect(toTimelineItems([aCall('a', 0, { status: 'error' })])).toEqual([
      {
        kind: 'call',
        call: aCall('a', 0, { status: 'error' }),
        marks: { isAsked: false, isFailed: true, isStopped: false, isRunning: false },
      },
    ]);
  });
});

describe('marksOf', () => {
  const ask = { kind: 'ask', rule: 'default: destructive', reason: 'It may destroy data.' } as const;
  it.each<[Partial<ToolCall>, readonly string[]]>([
    [{}, []],
    [{ status: 'running' }, ['isRunning']],
    [{ status: 'error' }, ['isFailed']],
    [{ status: 'interrupted' }, ['isFailed']],
    [{ status: 'denied' }, ['isStopped']],
    [{ status: 'expired' }, ['isStopped']],
    [{ status: 'cancelled' }, ['isStopped']],
    [{ approval_id: 'q' }, ['isAsked']],
    [{ decision: ask, status: 'denied' }, ['isAsked', 'isStopped']],
    [{ decision: null }, []],
  ])('marks of %j are %j', (facts, marks) => {
    const found = Object.entries(marksOf(aCall('a', 0, facts))).filter(([, is]) => is);
    expect(found.map(([name]) => name)).toEqual(marks);
  });
});

describe('describeCall', () => {
  const clock = formatClock(START);
  it.each<[Partial<ToolCall>, string]>([
    [{}, `${clock}  Read Note on notes: read-only, ok, 10 ms`],
    [
      { class: 'destructive', approval_id: 'q', status: 'denied', duration_ms: null },
      `${clock}  Read Note on notes: destructive, asked, denied`,
    ],
    [
      { class: null, server: null, title: 'x\u202ey', status: 'error' },
      `${clock}  x⟨U+202E⟩y: unknown tool, error, 10 ms`,
    ],
  ])('describes %j in full', (facts, text) => {
    expect(describeCall(aCall('a', 0, facts), START)).toBe(text);
  });
});

describe('toColumns', () => {
  const lengths = (calls: readonly ToolCall[], most: number): readonly number[] => {
    const columns = toColumns(calls, most);
    expect(columns.length).toBeLessThanOrEqual(most);
    expect(columns.reduce((sum, column) => sum + column.calls, 0)).toBe(calls.length);
    return [...new Set(columns.map(({ from, to }) => to - from))];
  };

  it('returns no columns without calls', () => {
    expect(toColumns([], 10)).toEqual([]);
  });

  it('counts the calls of each column, and keeps empty columns', () => {
    const calls = [
      aCall('a', 0),
      aCall('b', 900, { class: 'destructive', approval_id: 'q', status: 'denied' }),
      aCall('c', 2_100, { class: 'additive', status: 'error' }),
      aCall('d', 2_200, { class: null, server: null }),
    ];
    const none = { unknown: 0, read: 0, additive: 0, destructive: 0 };
    expect(toColumns(calls, 10)).toEqual([
      {
        from: START,
        to: START + 1_000,
        calls: 2,
        counts: { ...none, read: 1, destructive: 1 },
        asked: 1,
        failed: 0,
        stopped: 1,
      },
      { from: START + 1_000, to: START + 2_000, calls: 0, counts: none, asked: 0, failed: 0, stopped: 0 },
      {
        from: START + 2_000,
        to: START + 3_000,
        calls: 2,
        counts: { ...none, additive: 1, unknown: 1 },
        asked: 0,
        failed: 1,
        stopped: 0,
      },
    ]);
  });

  it.each<[string, number, number, number]>([
    ['a second', 3_000, 4, 1_000],
    ['rounds up to a readable length', 100_000, 10, 15_000],
    ['minutes', 50 * 60_000, 120, 30_000],
    ['hours', 4 * 86_400_000, 120, 3_600_000],
    ['weeks', 100 * 86_400_000, 20, 604_800_000],
  ])('uses columns of %s', (_what, span, most, length) => {
    expect(lengths([aCall('a'), aCall('b', span)], most)).toEqual([length]);
  });

  it('never exceeds the number of columns, however long the session', () => {
    const calls = [aCall('a'), aCall('b', 4_000 * 86_400_000)];
    expect(lengths(calls, 10)).toHaveLength(1);
    expect(toColumns(calls, 10).length).toBeGreaterThan(8);
  });
});
