import type { Session } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aSession } from '../../sessions/fixtures/session.ts';
import { type AskSessions, clientsOf, loadSessions } from './load-sessions.ts';

const at = (second: number): string => new Date(1_794_800_000_000 + second * 1_000).toISOString();
/** Newest first: `s3`, `s2`, `s1`. */
const some = (count: number): readonly Session[] =>
  Array.from({ length: count }, (_, index) => aSession(`s${count - index}`, { start_time: at(count - index) }));

/** A fake gateway with these sessions; its cursor is the last id of a page. */
function gatewayWith(all: readonly Session[]): { readonly ask: AskSessions; readonly limits: number[] } {
  const limits: number[] = [];
  const ask: AskSessions = async ({ limit, cursor }) => {
    limits.push(limit);
    const rest = all.slice(cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1);
    const sessions = rest.slice(0, limit);
    const next_cursor = rest.length > limit ? (sessions.at(-1)?.id ?? null) : null;
    return { sessions, total: all.length, limit, offset: 0, next_cursor };
  };
  return { ask, limits };
}

describe('loadSessions', () => {
  it.each<[string, number, number, number | undefined, number, boolean, readonly number[]]>([
    ['none', 0, 50, undefined, 0, false, [50]],
    ['fewer than requested', 3, 50, undefined, 3, false, [50]],
    ['as many as requested', 50, 50, undefined, 50, false, [50]],
    ['a part', 60, 50, undefined, 50, true, [50]],
    ['more than one page', 400, 250, undefined, 250, true, [100, 100, 50]],
    ['the ones on screen, even if new sessions started', 60, 50, 5, 60, false, [50, 100]],
    ['the ones on screen, and no page more', 200, 50, 160, 50, true, [50]],
    ['the ones on screen, even if the last of them was deleted', 200, 50, 100.5, 150, true, [50, 100]],
  ])('loads %s', async (_what, there, count, downTo, loaded, hasMore, limits) => {
    const all = some(there);
    const gateway = gatewayWith(all);
    const wanted = { count, downTo: downTo === undefined ? undefined : { start_time: at(downTo) } };
    expect(await loadSessions(gateway.ask, wanted)).toEqual({ sessions: all.slice(0, loaded), total: there, hasMore });
    expect(gateway.limits).toEqual(limits);
  });
});

describe('clientsOf', () => {
  it('lists each client once, most sessions first, and includes the chosen one', () => {
    const sessions = ['cursor', 'claude-code', null, '', 'cursor', 'amp'].map((client_name) => ({ client_name }));
    expect(clientsOf(sessions, ['gone'])).toEqual([
      { name: 'cursor', count: 2 },
      { name: 'amp', count: 1 },
      { name: 'claude-code', count: 1 },
      { name: 'gone', count: 0 },
    ]);
  });
});
