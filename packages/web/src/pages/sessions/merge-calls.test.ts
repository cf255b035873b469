import type { ToolCall } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aCall } from './fixtures/call.ts';
import { type AskCalls, type KnownCalls, mergeCalls } from './merge-calls.ts';

/** Calls `c1` to `cN`, oldest first. */
const some = (from: number, to: number): readonly ToolCall[] =>
  Array.from({ length: to - from + 1 }, (_, index) => aCall(`c${from + index}`, (from + index) * 10));

/** A fake gateway with these calls; its cursor is the last id of a page. */
function gatewayWith(oldestFirst: readonly ToolCall[]): { readonly ask: AskCalls; readonly asked: number[] } {
  const all = oldestFirst.toReversed();
  const asked: number[] = [];
  const ask: AskCalls = async ({ limit, cursor }) => {
    const rest = all.slice(cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1);
    const tool_calls = rest.slice(0, limit);
    asked.push(tool_calls.length);
    const next_cursor = rest.length > limit ? (tool_calls.at(-1)?.id ?? null) : null;
    return { tool_calls, total: all.length, total_is_exact: true, limit, offset: 0, next_cursor };
  };
  return { ask, asked };
}
const LIMITS = { page: 10, most: 100 };

describe('mergeCalls', () => {
  it.each<[string, KnownCalls | undefined, readonly ToolCall[], readonly number[]]>([
    ['nothing', undefined, [], [0]],
    ['everything at first, page by page', undefined, some(1, 25), [10, 10, 5]],
    ['only new calls', { calls: some(1, 25), total: 25 }, some(1, 27), [10]],
    ['back to the last known call', { calls: some(1, 5), total: 5 }, some(1, 27), [10, 10, 7]],
    ['nothing new', { calls: some(1, 25), total: 25 }, some(1, 25), [10]],
  ])('loads %s', async (_what, known, there, asked) => {
    const gateway = gatewayWith(there);
    expect(await mergeCalls(gateway.ask, known, LIMITS)).toEqual({ calls: there, total: there.length });
    expect(gateway.asked).toEqual(asked);
  });

  it('reloads back to a call that has ended since', async () => {
    const there = some(1, 25);
    const [first = aCall('c1'), ...rest] = there;
    const gateway = gatewayWith(there);
    const known = { calls: [{ ...first, status: 'running' as const }, ...rest], total: 25 };
    expect((await mergeCalls(gateway.ask, known, LIMITS)).calls).toEqual(there);
    expect(gateway.asked).toEqual([10, 10, 5]);
  });

  it('keeps the newest calls above the limit, and knows the total', async () => {
    const gateway = gatewayWith(some(1, 35));
    const first = await mergeCalls(gateway.ask, undefined, { page: 10, most: 20 });
    expect(first).toEqual({ calls: some(16, 35), total: 35 });
    expect(gateway.asked).toEqual([10, 10]);
    const more = gatewayWith(some(1, 38));
    expect(await mergeCalls(more.ask, first, { page: 10, most: 20 })).toEqual({ calls: some(19, 38), total: 38 });
  });

  it('keeps the order of calls with the same start time', async () => {
    const same = ['a', 'b', 'c'].map((id) => aCall(id, 5));
    expect((await mergeCalls(gatewayWith(same).ask, undefined, LIMITS)).calls).toEqual(same);
  });
});
