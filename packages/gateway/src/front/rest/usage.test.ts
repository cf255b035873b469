import { apiErrorSchema, toolDetailSchema, usageReportSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCatalog, aTool, LIST_NOTES } from './fixtures/a-gateway.ts';
import { get, NOW } from './fixtures/api.ts';
import { A_DELETE, aCall, aSession, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let record: TestRecord;

beforeAll(async () => {
  record = await openRecord();
  await record.apply([
    ...versions(NOW - 30 * DAY),
    aSession('s', NOW - 30 * DAY),
    ...aCall('s', NOW - 8 * DAY).entries,
    ...aCall('s', NOW - 6 * DAY).entries,
    ...aCall('s', NOW - HOUR, { end: { status: 'error', error: { code: null, message: 'no' } } }).entries,
    ...aCall('s', NOW - HOUR, { begin: A_DELETE }).entries,
  ]);
  await record.digest();
});
afterAll(() => record.close());

const usage = async (query: string) =>
  (await get(usageReportSchema, `/tools/usage${query}`, 'GET', { recorder: record.recorder })).value;
const counts = async (query: string) =>
  (await usage(query)).usage.map(({ tool, calls, errors }) => [tool, calls, errors]);

describe('GET /tools/usage', () => {
  it('counts the calls of each tool in the last seven days', async () => {
    const { from, to, usage: tools } = await usage('');
    expect([from, to]).toEqual(['2026-11-08T12:00:00.000Z', '2026-11-15T12:00:00.000Z']);
    expect(tools).toEqual([
      {
        server: 'notes',
        tool: 'delete_note',
        calls: 1,
        errors: 0,
        total_tokens: expect.any(Number),
        last_call: '2026-11-15T11:00:00.000Z',
      },
      {
        server: 'notes',
        tool: 'list_notes',
        calls: 2,
        errors: 1,
        total_tokens: expect.any(Number),
        last_call: '2026-11-15T11:00:00.000Z',
      },
    ]);
    expect(tools.every(({ total_tokens }) => total_tokens > 0)).toBe(true);
  });

  it.each<[string, readonly unknown[]]>([
    [
      '?from=30d',
      [
        ['delete_note', 1, 0],
        ['list_notes', 3, 1],
      ],
    ],
    ['?from=30d&to=7d', [['list_notes', 1, 0]]],
    // Seven days before `to`.
    ['?to=7d', [['list_notes', 1, 0]]],
    ['?to=20d', []],
  ])('of another time range: %s', async (query, expected) => {
    expect(await counts(query)).toEqual(expected);
  });

  it.each(['from=1h&to=2h', 'from=soon', 'server=notes'])('?%s is rejected', async (query) => {
    const { status } = await get(apiErrorSchema, `/tools/usage?${query}`, 'GET', { recorder: record.recorder });
    expect(status).toBe(400);
  });

  it('does not hide a tool with the name usage', async () => {
    const tool = { ...aTool('notes', { ...LIST_NOTES, name: 'usage' }), exposed: 'usage' };
    const deps = { recorder: record.recorder, catalog: () => aCatalog({ tools: [tool] }) };
    expect((await get(toolDetailSchema, '/tools/notes/usage', 'GET', deps)).value.name).toBe('usage');
    expect((await get(usageReportSchema, '/tools/usage', 'GET', deps)).value.usage).toHaveLength(2);
  });
});
