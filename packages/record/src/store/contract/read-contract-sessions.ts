import { sessionListSchema, sessionSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { toCursor } from '../read/cursor.ts';
import { toSessionCursor } from '../read/session-cursor.ts';
import type { SessionFilter } from '../store.ts';
import { createCalls, endOf, options, START, session, sessionEnd } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, MIXED_CALLS } from './read-world.ts';

const NOW = START + 3_600_000;

/** Sessions and their sums. */
export function readSessionsContract(open: OpenEngine): void {
  const store = useStore(open);
  const reader = () => createStoreReader(store().engine, { now: () => NOW });

  // FR-010 to FR-016, US3.4 to US3.8
  it('shows an active session with its duration until now and the sums of its calls', async () => {
    const { writer } = store();
    const calls = createCalls(START);
    const read = calls('s', { legs: ['private_data_read'] });
    const write = calls('s', { server: 'a-mail', tool: 'send', class: 'additive', legs: ['open_world_write'] });
    const failed = calls('s', { tool: 'delete_file', class: 'destructive' });
    const missing = calls('s', { server: null, tool: 'nope', class: null });
    await writer.apply(
      [
        session('s', { conversation: 'c1' }),
        ...[read, endOf(read), write, endOf(write, { approval: 'a1' }), failed, endOf(failed, { status: 'error' })],
        ...[missing, endOf(missing, { status: 'denied' })],
        { kind: 'menu', session: 's', menuTokens: 100, discoveryTokens: 0, listingTokens: 900 },
      ],
      options(),
    );
    await writer.digest([{ seq: read.seq, inputTokens: 10, outputTokens: 200, words: '' }]);
    const one = await reader().session('s');
    expect(sessionSchema.parse(one)).toEqual(one);
    expect(one).toEqual({
      id: 's',
      client_name: 'claude-code',
      client_version: '2.1.0',
      status: 'active',
      start_time: new Date(START).toISOString(),
      end_time: null,
      end_reason: null,
      last_activity: new Date(START + 23).toISOString(),
      duration_ms: 3_600_000,
      tool_call_count: 4,
      total_tokens: 210,
      input_tokens: 10,
      output_tokens: 200,
      menu_tokens: 100,
      discovery_tokens: 0,
      listing_tokens: 900,
      saved_tokens: 0,
      calls_by_class: { read: 1, additive: 1, destructive: 1 },
      error_count: 1,
      approval_count: 1,
      servers: ['a-mail', 'files'],
      risk: {
        private_data_read: new Date(START).toISOString(),
        untrusted_content_seen: null,
        open_world_write: new Date(START + 1).toISOString(),
      },
      conversation: 'c1',
      era: 'modern',
      mode: 'direct',
    });
    expect((await reader().sessions({}, { limit: 10, offset: 0 })).sessions).toEqual([one]);
  });

  // US3.3: a closed session lasts from its start to its end. US3.7: the client's name is optional.
  it('shows a closed session with its duration until the end', async () => {
    const { writer } = store();
    await writer.apply([session('s', { client: null, clientVersion: null }), sessionEnd('s')], options());
    expect(await reader().session('s')).toMatchObject({
      status: 'closed',
      client_name: null,
      client_version: null,
      end_time: new Date(START + 60_000).toISOString(),
      end_reason: 'idle',
      duration_ms: 60_000,
      tool_call_count: 0,
      total_tokens: 0,
      servers: [],
    });
  });

  it('never has a negative duration, whatever the clock does', async () => {
    await store().writer.apply([session('s', { at: NOW + 5_000 })], options());
    expect(await reader().session('s')).toMatchObject({ duration_ms: 0 });
  });

  it.each([
    ['searched', 'search', 50, 250, 700],
    ['used more tokens for searching than the list takes', 'search', 500, 900, -400],
    ['searched in another mode', 'direct', 50, 250, 700],
    ['received the full list', 'direct', 1_000, 0, 0],
    ['used search mode without searching', 'search', 50, 0, 950],
  ] as const)(
    'reports the saved tokens of a session that %s',
    async (_what, mode, menuTokens, discoveryTokens, saved) => {
      const menu = { kind: 'menu', session: 's', menuTokens, discoveryTokens, listingTokens: 1_000 } as const;
      await store().writer.apply([session('s', { mode }), menu], options());
      expect(await reader().session('s')).toMatchObject({ saved_tokens: saved });
    },
  );

  it('returns nothing for an unknown session', async () => {
    expect(await reader().session('gone')).toBeUndefined();
    expect(await reader().sessions({}, { limit: 10, offset: 0 })).toEqual({
      sessions: [],
      total: 0,
      limit: 10,
      offset: 0,
      next_cursor: null,
    });
  });

  const all: readonly [string, SessionFilter, readonly string[]][] = [
    ['all', {}, ['d', 'c', 'b', 'a']],
    ['active ones', { status: 'active' }, ['d', 'b']],
    ['closed ones', { status: 'closed' }, ['c', 'a']],
    ['those of one client', { clientName: 'cursor' }, ['d', 'a']],
    ['active ones of one client', { clientName: 'cursor', status: 'active' }, ['d']],
    ['those that started at a time or later', { from: START + 2 }, ['d', 'c']],
    ['those that started before a time', { to: START + 2 }, ['b', 'a']],
    ['those in a time range', { from: START + 1, to: START + 2 }, ['b']],
    ['those that are active or called a tool', { isUsed: true }, ['d', 'b']],
    ['none', { clientName: 'nobody' }, []],
  ];
  it.each(all)('lists %s, last started first', async (_what, filter, ids) => {
    await recordFour();
    const list = await reader().sessions(filter, { limit: 10, offset: 0 });
    expect(sessionListSchema.parse(list)).toEqual(list);
    expect(list.sessions.map(({ id }) => id)).toEqual(ids);
    expect(list.total).toBe(ids.length);
  });

  // FR-009, US3.1; a short list is not padded.
  it('returns a page and the total', async () => {
    await recordFour();
    const page = await reader().sessions({}, { limit: 2, offset: 1 });
    expect({ ...page, sessions: page.sessions.map(({ id }) => id) }).toEqual({
      sessions: ['c', 'b'],
      total: 4,
      limit: 2,
      offset: 1,
      next_cursor: toSessionCursor({ start_time: START + 1, id: 'b' }),
    });
  });

  it.each<[string, SessionFilter, readonly string[]]>([
    ['all', {}, ['d', 'c', 'b', 'a']],
    ['active ones', { status: 'active' }, ['d', 'b']],
    ['those in a time range', { from: START + 1 }, ['d', 'c', 'b']],
  ])('goes through %s by cursor, each once, while some start and one is deleted', async (_, filter, ids) => {
    await recordFour();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 5; page++) {
      const list = await reader().sessions(filter, { limit: 1, offset: 0, ...(cursor !== undefined && { cursor }) });
      seen.push(...list.sessions.map(({ id }) => id));
      if (list.next_cursor === null) break;
      cursor = list.next_cursor;
      await store().writer.apply([session(`later-${page}`, { at: START + 10 + page })], options());
      // The cursor is a position; its session need not exist.
      await store()
        .engine.db.deleteFrom('sessions')
        .where('id', '=', seen.at(-1) ?? '')
        .execute();
    }
    expect(seen).toEqual(ids);
  });

  it('rejects an invalid session cursor', async () => {
    for (const cursor of ['garbage', toCursor(5)])
      await expect(reader().sessions({}, { limit: 1, offset: 0, cursor })).rejects.toThrow('not a cursor');
  });

  // SC-006
  it("has exactly the sum of its calls' tokens and counts", async () => {
    await createWorld(store().writer)(MIXED_CALLS);
    const { sessions } = await reader().sessions({}, { limit: 10, offset: 0 });
    expect(sessions).toHaveLength(3);
    for (const { id, tool_call_count, total_tokens, error_count } of sessions) {
      const { tool_calls, total } = await reader().calls({ sessionId: id }, { limit: 1_000, offset: 0 });
      expect({ tool_call_count, total_tokens, error_count }).toEqual({
        tool_call_count: total,
        total_tokens: tool_calls.reduce((sum, { metrics }) => sum + (metrics.total_tokens ?? 0), 0),
        error_count: tool_calls.filter(({ status }) => status === 'error').length,
      });
    }
  });

  async function recordFour(): Promise<void> {
    await store().writer.apply(
      [
        session('a', { at: START, client: 'cursor' }),
        session('b', { at: START + 1 }),
        session('c', { at: START + 2 }),
        session('d', { at: START + 2, client: 'cursor' }),
        sessionEnd('a'),
        sessionEnd('c'),
      ],
      options(),
    );
  }
}
