import {
  apiErrorSchema,
  statsSchema,
  toolCallDetailSchema,
  toolCallListSchema,
  toolVersionListSchema,
} from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_NOTES } from './fixtures/a-gateway.ts';
import { get, NOW } from './fixtures/api.ts';
import { A_DELETE, aBody, aCall, aSession, restartCallKeys, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

const HOUR = 3_600_000;
let record: TestRecord;

// Test files share this module, so an earlier file may have used later keys.
restartCallKeys();

const LIST = aCall('s1', NOW - 5 * HOUR);
const DELETED = aCall('s1', NOW - 4 * HOUR, {
  begin: A_DELETE,
  end: { status: 'denied', decision: { kind: 'deny', rule: 'never', reason: 'Not today.' }, result: null },
});
const FAILED = aCall('s2', NOW - 3 * HOUR, {
  end: { status: 'error', error: { code: -32_000, message: 'no such folder' }, result: aBody({ code: -32_000 }) },
});
const NOBODYS = aCall('s2', NOW - 2 * HOUR, {
  begin: { version: null, server: null, tool: 'no_such_tool', class: null },
  end: { status: 'error', error: { code: -32_602, message: 'unknown' }, decision: null },
});
const ZEBRA = aCall('s2', NOW - HOUR, { begin: { arguments: aBody({ folder: 'zebra crossing' }) } });

beforeAll(async () => {
  record = await openRecord();
  await record.apply([
    ...versions(NOW - 6 * HOUR),
    aSession('s1', NOW - 6 * HOUR),
    aSession('s2', NOW - 6 * HOUR),
    ...[LIST, DELETED, FAILED, NOBODYS, ZEBRA].flatMap(({ entries }) => entries),
  ]);
  await record.digest();
});
afterAll(() => record.close());

const list = async (query: string) =>
  (await get(toolCallListSchema, `/tool-calls${query}`, 'GET', { recorder: record.recorder })).value;
const refused = (path: string) => get(apiErrorSchema, path, 'GET', { recorder: record.recorder });

describe('GET /tool-calls', () => {
  it('shows the calls of all sessions, newest first', async () => {
    const { tool_calls, ...rest } = await list('');
    expect(rest).toEqual({ total: 5, total_is_exact: true, limit: 50, offset: 0, next_cursor: null });
    expect(tool_calls.map(({ id }) => id)).toEqual([ZEBRA, NOBODYS, FAILED, DELETED, LIST].map(({ id }) => id));
  });

  const named = { LIST, DELETED, FAILED, NOBODYS, ZEBRA };
  it.each<[string, readonly (keyof typeof named)[]]>([
    // US4.2, FR-018, FR-019
    ['?session_id=s1', ['DELETED', 'LIST']],
    ['?server=notes', ['ZEBRA', 'FAILED', 'DELETED', 'LIST']],
    ['?server=notes,issues&class=read', ['ZEBRA', 'FAILED', 'LIST']],
    ['?tool=delete_note&tool=no_such_tool', ['NOBODYS', 'DELETED']],
    ['?status=error', ['NOBODYS', 'FAILED']],
    ['?status=error,denied', ['NOBODYS', 'FAILED', 'DELETED']],
    ['?class=destructive', ['DELETED']],
    ['?decision=deny', ['DELETED']],
    ['?decision=allow&session_id=s1', ['LIST']],
    ['?from=210m', ['FAILED', 'NOBODYS', 'ZEBRA'].toReversed() as (keyof typeof named)[]],
    ['?from=210m&to=90m', ['NOBODYS', 'FAILED']],
    ['?q=zebra', ['ZEBRA']],
    ['?q=zeb', []],
    ['?q=zeb*', ['ZEBRA']],
    ['?q=cross*+zebra', ['ZEBRA']],
    ['?q=%22zebra+crossing%22', ['ZEBRA']],
    ['?q=three+notes&session_id=s1', ['LIST']],
    ['?limit=2&offset=1', ['NOBODYS', 'FAILED']],
    ['?offset=99', []],
    ['?server=gone', []],
  ])('%s', async (query, expected) => {
    expect((await list(query)).tool_calls.map(({ id }) => id)).toEqual(expected.map((name) => named[name].id));
  });

  // Edge case: filtering by a deleted session is not an error here; `/sessions/{id}` reports that it is gone
  it('returns no calls of an unknown session', async () => {
    expect(await list('?session_id=gone')).toMatchObject({ tool_calls: [], total: 0 });
  });

  // FR-008, US2.1: the declared and effective hints at the time of the call
  it('shows each call with its hints at that time', async () => {
    const { tool_calls } = await list('?session_id=s1');
    expect(
      tool_calls.map(({ title, annotations, effective }) => [title, annotations, effective?.readOnlyHint]),
    ).toEqual([
      [
        'delete_note',
        { readOnlyHint: true },
        { value: false, source: 'inferred', declared: true, reason: expect.any(String) },
      ],
      [
        'List Notes',
        LIST_NOTES['annotations'],
        { value: true, source: 'declared', declared: true, reason: expect.any(String) },
      ],
    ]);
  });

  it('continues after a page, unaffected by new calls', async () => {
    const later = await openRecord();
    try {
      const calls = Array.from({ length: 5 }, (_, index) => aCall('s', NOW + index));
      await later.apply([aSession('s', NOW), ...versions(NOW), ...calls.flatMap(({ entries }) => entries)]);
      const page = async (query: string) =>
        (await get(toolCallListSchema, `/tool-calls?limit=2${query}`, 'GET', { recorder: later.recorder })).value;
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { tool_calls, next_cursor } = await page(cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`);
        seen.push(...tool_calls.map(({ id }) => id));
        cursor = next_cursor;
        await later.apply(aCall('s', NOW + 1_000).entries);
      }
      expect(seen).toEqual(calls.map(({ id }) => id).toReversed());
    } finally {
      await later.close();
    }
  });

  it.each([
    ['q=%3F', 'q has no word to look for'],
    ['q=z*', 'q needs at least 3 characters before *'],
    ['cursor=x', 'cursor is invalid: use the next_cursor of the previous page unchanged'],
    ['cursor=x&offset=1&class=all', 'class must be one of: read, additive, destructive'],
    ['__proto__=1', expect.stringContaining('__proto__ is not a parameter here')],
    ['constructor=1', expect.stringContaining('constructor is not a parameter here')],
  ])('?%s is rejected', async (query, message) => {
    const { status, value } = await refused(`/tool-calls?${query}`);
    expect([status, value.error.message]).toEqual([400, message]);
  });
});

describe('GET /tool-calls/{id}', () => {
  it('shows arguments and result', async () => {
    const path = `/tool-calls/${LIST.id}`;
    const { value } = await get(toolCallDetailSchema, path, 'GET', { recorder: record.recorder });
    expect(value).toMatchObject({
      id: LIST.id,
      arguments: { value: { folder: 'inbox' }, bytes: 18, is_cut: false, redactions: 0 },
      result: { value: { content: [{ type: 'text', text: 'three notes' }] }, is_cut: false, redactions: 0 },
      metrics: { input_tokens: 10, output_tokens: 20, total_tokens: 30, encoding: 'o200k' },
      principal: 'local',
    });
  });

  it.each(['01999999-9999-7999-8999-999999999999', 'x', 'export%20', '%E4%BD%A0'])('%s is not found', async (id) => {
    const { status, value } = await refused(`/tool-calls/${id}`);
    expect([status, value.error.code]).toEqual([404, 'not_found']);
  });
});

describe('GET /stats', () => {
  it('adds up the last day by default', async () => {
    const { value } = await get(statsSchema, '/stats', 'GET', { recorder: record.recorder });
    expect(value).toMatchObject({ calls: 5, total_tokens: 150, by_class: { read: 3, additive: 0, destructive: 1 } });
    expect(value.timeline).toHaveLength(24);
  });

  it.each([0, 1, 30 * 60_000, HOUR - 1])(
    'shows the last 24 hours as 24 slices of one, %i ms after the hour',
    async (ms) => {
      const deps = { recorder: record.recorder, now: () => NOW + ms };
      for (const query of ['', '?from=24h', '?from=1d&buckets=24']) {
        const { value } = await get(statsSchema, `/stats${query}`, 'GET', deps);
        const end = ms === 0 ? NOW : NOW + HOUR;
        expect([value.from, value.to]).toEqual(
          [new Date(end - 24 * HOUR), new Date(end)].map((at) => at.toISOString()),
        );
        expect(value.timeline.map(({ from }) => Date.parse(from))).toEqual(
          Array.from({ length: 24 }, (_, index) => end + (index - 24) * HOUR),
        );
      }
    },
  );

  it('reports that it counts whole hours', async () => {
    const { value } = await get(statsSchema, '/stats?from=90m&to=30m', 'GET', { recorder: record.recorder });
    expect([value.from, value.to, value.calls]).toEqual(['2026-11-15T10:00:00.000Z', '2026-11-15T12:00:00.000Z', 2]);
  });

  it('passes the options to the record', async () => {
    const asked: unknown[] = [];
    const reader = {
      ...record.recorder.reader,
      stats: (query: Parameters<typeof record.store.stats>[0]) => {
        asked.push(query);
        return record.store.stats(query);
      },
    };
    const recorder = { ...record.recorder, reader };
    for (const query of ['', '?to=1h', '?from=7d&buckets=7&tools=0']) {
      expect((await get(statsSchema, `/stats${query}`, 'GET', { recorder })).status).toBe(200);
    }
    expect(asked).toEqual([
      { from: NOW - 24 * HOUR, to: NOW, buckets: 24, tools: 5 },
      { from: NOW - 25 * HOUR, to: NOW - HOUR, buckets: 24, tools: 5 },
      { from: NOW - 168 * HOUR, to: NOW, buckets: 7, tools: 0 },
    ]);
  });

  it.each(['buckets=0', 'buckets=1001', 'tools=101', 'from=1h&to=2h', 'to=x', 'server=notes'])(
    '?%s is rejected',
    async (query) => {
      expect((await refused(`/stats?${query}`)).status).toBe(400);
    },
  );
});

describe('GET /tools/{server}/{tool}/versions', () => {
  it.each(['/tools/notes/list_notes/versions', '/tools/notes/notes__list_notes/versions'])('%s', async (path) => {
    const { value } = await get(toolVersionListSchema, path, 'GET', { recorder: record.recorder });
    const seen = '2026-11-15T06:00:00.000Z';
    expect(value).toEqual({
      versions: [
        {
          id: 'v-list',
          definition: LIST_NOTES,
          hints: 'h0',
          prose: 'p0',
          first_seen: seen,
          last_seen: expect.any(String),
        },
      ],
      total: 1,
    });
  });

  it('includes removed tools', async () => {
    const deps = { recorder: record.recorder, servers: () => [] };
    const { value } = await get(toolVersionListSchema, '/tools/notes/list_notes/versions', 'GET', deps);
    expect(value.total).toBe(1);
  });

  it('returns an empty list for a tool without versions, and 404 for an unknown tool', async () => {
    const { value } = await get(toolVersionListSchema, '/tools/issues/create_issue/versions', 'GET', {
      recorder: record.recorder,
    });
    expect(value).toEqual({ versions: [], total: 0 });
    expect((await refused('/tools/notes/list_note/versions')).value.error.suggestions).toEqual(['list_notes']);
  });
});
