import { apiErrorSchema, sessionListSchema, sessionSchema, toolCallListSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCursor } from '../../../../record/src/store/read/cursor.ts';
import { toSessionCursor } from '../../../../record/src/store/read/session-cursor.ts';
import { get, NOW } from './fixtures/api.ts';
import { A_DELETE, aCall, aSession, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let record: TestRecord;
const names = Array.from({ length: 15 }, (_, index) => `s${String(index).padStart(2, '0')}`);

/** s14 started last, one hour after s13, and so on; s00 and s01 are closed; s02 has no client name. */
beforeAll(async () => {
  record = await openRecord();
  const began = (index: number) => NOW - (15 - index) * HOUR;
  await record.apply([
    ...versions(NOW - DAY),
    ...names.map((id, index) =>
      aSession(
        id,
        began(index),
        index === 2 ? { client: null, clientVersion: null } : index > 12 ? { client: 'codex' } : {},
      ),
    ),
    { kind: 'session-end', id: 's00', at: began(0) + 2 * DAY, reason: 'idle' },
    { kind: 'session-end', id: 's01', at: began(1) + 60_000, reason: 'left' },
    ...aCall('s01', began(1) + 1_000).entries,
    ...aCall('s01', began(1) + 2_000, { begin: A_DELETE }).entries,
    ...aCall('s01', began(1) + 3_000, { end: { status: 'error', error: { code: null, message: 'no such folder' } } })
      .entries,
    ...aCall('s14', NOW - 1_000).entries,
  ]);
  await record.digest();
});
afterAll(() => record.close());

const list = async (query: string) =>
  (await get(sessionListSchema, `/sessions${query}`, 'GET', { recorder: record.recorder })).value;
const idsOf = async (query: string) => (await list(query)).sessions.map(({ id }) => id);

describe('GET /sessions', () => {
  // US3.1, FR-009: `{ sessions, total, limit, offset }`, newest first
  it('shows the ten newest, and the total', async () => {
    const { sessions, ...rest } = await list('');
    // s00 ended without a call.
    expect(rest).toEqual({ total: 14, limit: 10, offset: 0, next_cursor: expect.any(String) });
    expect(sessions.map(({ id }) => id)).toEqual(names.toReversed().slice(0, 10));
  });

  it.each<[string, readonly string[]]>([
    ['?limit=3', ['s14', 's13', 's12']],
    // §2.6: an offset is applied, not only echoed
    ['?limit=3&offset=3', ['s11', 's10', 's09']],
    ['?limit=100&offset=13', ['s01']],
    ['?limit=100&offset=13&empty=true', ['s01', 's00']],
    ['?offset=15', []],
    ['?status=closed', ['s01']],
    ['?status=closed&empty=true', ['s01', 's00']],
    ['?status=active&limit=2', ['s14', 's13']],
    ['?client=codex', ['s14', 's13']],
    ['?client=nobody', []],
    ['?from=2h', ['s14', 's13']],
    ['?from=4h&to=2h', ['s12', 's11']],
    ['?to=2026-11-14T22:30:00Z', ['s01']],
  ])('%s', async (query, expected) => expect(await idsOf(query)).toEqual(expected));

  it('continues after a page, unaffected by new sessions', async () => {
    const own = await openRecord();
    try {
      await own.apply(Array.from({ length: 5 }, (_, index) => aSession(`p${index}`, NOW + Math.floor(index / 2))));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { value } = await get(sessionListSchema, `/sessions?limit=2${query}`, 'GET', { recorder: own.recorder });
        seen.push(...value.sessions.map(({ id }) => id));
        cursor = value.next_cursor;
        await own.apply([aSession(`later-${seen.length}`, NOW + 1_000)]);
      }
      expect(seen).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
    } finally {
      await own.close();
    }
  });

  it('counts all matches, not only the page', async () => {
    expect(await list('?status=active&limit=1&offset=2')).toMatchObject({ total: 13, limit: 1, offset: 2 });
  });

  it.each([
    ...['limit=101', 'limit=0', 'offset=-1', 'status=open', 'session=x', 'from=tomorrow', 'from=1h&to=2h'],
    // A cursor of calls is invalid for sessions.
    ...[
      'client=',
      'cursor=x',
      `cursor=${toCursor(5)}`,
      `offset=0&cursor=${toSessionCursor({ start_time: 5, id: 'a' })}`,
    ],
  ])('?%s is rejected', async (query) => {
    const { status } = await get(apiErrorSchema, `/sessions?${query}`, 'GET', { recorder: record.recorder });
    expect(status).toBe(400);
  });
});

describe('GET /sessions/{id}', () => {
  const show = async (id: string) =>
    (await get(sessionSchema, `/sessions/${id}`, 'GET', { recorder: record.recorder })).value;

  // US3.3, US3.5, US3.8, FR-010, FR-012, FR-013, FR-016, SC-006: exact sums over its calls
  it('shows a closed session with its duration and the sums over its calls', async () => {
    expect(await show('s01')).toMatchObject({
      id: 's01',
      client_name: 'claude-code',
      client_version: '2.0.0',
      status: 'closed',
      start_time: '2026-11-14T22:00:00.000Z',
      end_time: '2026-11-14T22:01:00.000Z',
      end_reason: 'left',
      duration_ms: 60_000,
      tool_call_count: 3,
      input_tokens: 30,
      output_tokens: 60,
      total_tokens: 90,
      calls_by_class: { read: 2, additive: 0, destructive: 1 },
      error_count: 1,
      servers: ['notes'],
    });
  });

  // Edge case: an active session with no calls has 0 tokens and 0 calls
  it('shows a session without calls', async () => {
    expect(await show('s05')).toMatchObject({ status: 'active', end_time: null, tool_call_count: 0, total_tokens: 0 });
  });

  // US3.7, FR-015: a client without a name stays without one
  it('shows a client without a name', async () => {
    expect(await show('s02')).toMatchObject({ client_name: null, client_version: null });
  });

  // Edge case: a session that was deleted meanwhile
  it.each(['/sessions/s99', '/sessions/s99/tool-calls', '/sessions/__proto__'])('%s is not found', async (path) => {
    const { status, value } = await get(apiErrorSchema, path, 'GET', { recorder: record.recorder });
    expect([status, value.error.code, value.error.message]).toEqual([
      404,
      'not_found',
      expect.stringContaining('may have been deleted'),
    ]);
  });
});

describe('GET /sessions/{id}/tool-calls', () => {
  const calls = async (path: string) =>
    (await get(toolCallListSchema, `/sessions/${path}`, 'GET', { recorder: record.recorder })).value;

  // US4.2, FR-019
  it('shows the calls of the session only, newest first', async () => {
    const { tool_calls, ...rest } = await calls('s01/tool-calls');
    expect(rest).toEqual({ total: 3, total_is_exact: true, limit: 50, offset: 0, next_cursor: null });
    expect(tool_calls.map(({ session_id, tool, status }) => [session_id, tool, status])).toEqual([
      ['s01', 'list_notes', 'error'],
      ['s01', 'delete_note', 'ok'],
      ['s01', 'list_notes', 'ok'],
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['?class=destructive', ['delete_note']],
    ['?status=ok&limit=1', ['delete_note']],
    ['?limit=1&offset=2', ['list_notes']],
    ['?tool=delete_note', ['delete_note']],
  ])('%s', async (query, expected) => {
    expect((await calls(`s01/tool-calls${query}`)).tool_calls.map(({ tool }) => tool)).toEqual(expected);
  });

  // US4.4: a session without calls is an empty list, not an error
  it('shows a session without calls', async () => {
    expect(await calls('s05/tool-calls')).toMatchObject({ tool_calls: [], total: 0 });
  });

  it('is limited to the session, despite a session filter', async () => {
    const { status } = await get(apiErrorSchema, '/sessions/s01/tool-calls?session_id=s14', 'GET', {
      recorder: record.recorder,
    });
    expect(status).toBe(400);
  });
});
