import type { Session } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aSession } from '../../sessions/fixtures/session.ts';
import { type AskSessions, clientsOf, loadSessions } from './load-sessions.ts';

const at = (second: number): string => new Date(1_794_800_000_000 + second * 1_000).toISOString();
/** The newest first: `s3`, `s2`, `s1`. */
const some = (count: number): readonly Session[] =>
  Array.from({ length: count }, (_, index) => aSession(`s${count - index}`, { start_time: at(count - index) }));

/** A gateway that has these; its cursor is the id of the last one. */
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
    ['fewer than are wanted', 3, 50, undefined, 3, false, [50]],
    ['as many as are wanted', 50, 50, undefined, 50, false, [50]],
    ['a part', 60, 50, undefined, 50, true, [50]],
    ['more than one page holds', 400, 250, undefined, 250, true, [100, 100, 50]],
    ['those that were shown, whatever began since', 60, 50, 5, 60, false, [50, 100]],
    ['those that were shown, and no page more', 200, 50, 160, 50, true, [50]],
    ['those that were shown, though the last of them is gone', 200, 50, 100.5, 150, true, [50, 100]],
  ])('loads %s', async (_what, there, count, downTo, loaded, hasMore, limits) => {
    const all = some(there);
    const gateway = gatewayWith(all);
    const wanted = { count, downTo: downTo === undefined ? undefined : { start_time: at(downTo) } };
    expect(await loadSessions(gateway.ask, wanted)).toEqual({ sessions: all.slice(0, loaded), total: there, hasMore });
    expect(gateway.limits).toEqual(limits);
  });
});

describe('clientsOf', () => {
  it('names each once, those with most sessions first, and the one that is chosen', () => {
    const sessions = ['cursor', 'claude-code', null, '', 'cursor', 'amp'].map((client_name) => ({ client_name }));
    expect(clientsOf(sessions, ['gone'])).toEqual([
      { name: 'cursor', count: 2 },
      { name: 'amp', count: 1 },
      { name: 'claude-code', count: 1 },
      { name: 'gone', count: 0 },
    ]);
  });
});
