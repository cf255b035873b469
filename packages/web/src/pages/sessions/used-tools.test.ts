import { describe, expect, it } from 'vitest';
import { aCall } from './fixtures/call.ts';
import { topCalls, usedTools } from './used-tools.ts';

const counted = (tokens: number | null) => ({
  metrics: { input_tokens: 0, output_tokens: tokens, total_tokens: tokens, encoding: 'o200k' as const },
});

describe('usedTools', () => {
  it("groups calls by server and name, with the tool's latest title", () => {
    const calls = [
      aCall('a', 0, { title: 'Old Title', class: 'destructive', ...counted(5) }),
      aCall('b', 1, { server: null, tool: 'read_note', title: 'read_note', class: null, ...counted(1) }),
      aCall('c', 2, { status: 'error', ...counted(7) }),
      aCall('d', 3, { status: 'denied', ...counted(null) }),
      aCall('e', 4, { server: 'other', ...counted(100) }),
    ];
    const read = { tool: 'read_note', title: 'Read Note', class: 'read' };
    expect(usedTools(calls)).toEqual([
      { ...read, server: 'notes', calls: 3, errors: 1, tokens: 12 },
      { ...read, server: 'other', calls: 1, errors: 0, tokens: 100 },
      { server: null, tool: 'read_note', title: 'read_note', class: null, calls: 1, errors: 0, tokens: 1 },
    ]);
  });

  it('returns none without calls', () => {
    expect(usedTools([])).toEqual([]);
  });
});

describe('topCalls', () => {
  it('returns the calls with the largest values, without those that have none', () => {
    const calls = [3, null, 0, 9, 5, 1].map((ms, index) => aCall(`c${index}`, index, { duration_ms: ms }));
    expect(topCalls(calls, ({ duration_ms }) => duration_ms, 3).map(({ id }) => id)).toEqual(['c3', 'c4', 'c0']);
    expect(topCalls(calls, ({ duration_ms }) => duration_ms, 9)).toHaveLength(4);
  });
});
