import { apiErrorSchema, toolCallDetailSchema, toolCallSchema } from '@toolmark/api-contract';
import type { StoreReader } from '@toolmark/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/fake-clock.ts';
import type { ExportOptions } from '../../../../record/src/store/store.ts';
import { ask, get, NOW } from './fixtures/api.ts';
import { aBody, aCall, aSession, restartCallKeys, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

let record: TestRecord;

// Test files share this module, so an earlier file may have used later keys.
restartCallKeys();

const CALLS = Array.from({ length: 1_201 }, (_, index) =>
  aCall(
    's1',
    NOW - 10_000 + index,
    index === 0 ? { begin: { arguments: aBody({ folder: '=1+1,"x"' }), summary: '=cmd()' } } : {},
  ),
);
const IDS = CALLS.map(({ id }) => id);

beforeAll(async () => {
  record = await openRecord();
  await record.apply([
    aSession('s1', NOW - 20_000),
    ...versions(NOW - 20_000),
    ...CALLS.flatMap(({ entries }) => entries),
  ]);
});
afterAll(() => record.close());

/** A record with a log of its queries; from the given piece on it fails. */
function countingRecord(failsAt = Number.POSITIVE_INFINITY) {
  const asked: ExportOptions[] = [];
  const reader: StoreReader = {
    ...record.store,
    export: (filter, options) => {
      asked.push(options);
      return asked.length > failsAt
        ? Promise.reject(new Error('disk I/O error'))
        : record.store.export(filter, options);
    },
  };
  return { asked, deps: { recorder: { ...record.recorder, reader } } };
}

const fetchText = async (query: string) => {
  const response = await ask(`/tool-calls/export${query}`, {}, { recorder: record.recorder });
  return { response, text: await response.text() };
};
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('GET /tool-calls/export', () => {
  it('is a file of all calls as JSON lines, oldest first', async () => {
    const { response, text } = await fetchText('?format=ndjson');
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'application/x-ndjson', 'attachment; filename="toolmark-calls-2026-11-15.ndjson"']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const calls = linesOf(text).map((line) => toolCallSchema.parse(line));
    expect(calls.map(({ id }) => id)).toEqual(IDS);
  });

  it('has bodies on request', async () => {
    const { text } = await fetchText('?bodies=true&from=10s');
    const calls = linesOf(text).map((line) => toolCallDetailSchema.parse(line));
    expect([calls.length, calls[0]?.arguments?.value, calls[1]?.arguments?.value]).toEqual([
      IDS.length,
      { folder: '=1+1,"x"' },
      { folder: 'inbox' },
    ]);
  });

  it('is a CSV with a header and without formulas', async () => {
    const { response, text } = await fetchText('?format=csv&bodies=true');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="toolmark-calls-2026-11-15.csv"');
    const [head = '', first = ''] = text.split('\r\n');
    expect(head.split(',').slice(0, 9)).toEqual([
      'id',
      'session_id',
      'started_at',
      'duration_ms',
      'server',
      'tool',
      'title',
      'class',
      'status',
    ]);
    expect(first).toContain(`${IDS[0]},s1,2026-11-15T11:59:50.000Z,5,notes,list_notes,List Notes,read,ok`);
    expect(first).toContain(`,'=cmd(),`);
    expect(first).toContain(`"{""folder"":""=1+1,\\""x\\""""}"`);
    expect(text.split('\r\n')).toHaveLength(IDS.length + 2);
  });

  it('marks cut, redacted and missing values in a CSV', async () => {
    const own = await openRecord();
    try {
      const [cut, running] = [
        aCall('s1', NOW, {
          begin: { arguments: { text: '{"a":', bytes: 9_000, isCut: true, redactions: 2 } },
          end: { result: null, status: 'denied', attempts: 0 },
        }),
        aCall('s1', NOW + 1),
      ];
      await own.apply([aSession('s1', NOW), ...cut.entries, ...running.entries.slice(0, 1)]);
      const response = await ask('/tool-calls/export?format=csv&bodies=true', {}, { recorder: own.recorder });
      const [head = [], first = [], second = []] = (await response.text()).split('\r\n').map((line) => line.split(','));
      const cells = (line: readonly string[]) =>
        Object.fromEntries(head.map((title, index) => [title, line.at(index - head.length)]));
      const columns = head.slice(head.indexOf('arguments'));
      expect(columns).toEqual([
        ...['arguments', 'arguments_bytes', 'arguments_is_cut', 'arguments_redactions'],
        ...['result', 'result_bytes', 'result_is_cut', 'result_redactions', 'principal'],
        ...['others', 'rounds'],
      ]);
      expect(cells(first)).toMatchObject({
        arguments_bytes: '9000',
        arguments_is_cut: 'true',
        arguments_redactions: '2',
        result: '',
        result_bytes: '',
        result_is_cut: '',
        result_redactions: '',
      });
      expect(cells(second)).toMatchObject({ arguments_is_cut: 'false', arguments_redactions: '0' });
      const lines = linesOf(await (await ask('/tool-calls/export', {}, { recorder: own.recorder })).text());
      expect(lines.map((line) => toolCallSchema.parse(line).attempts)).toEqual([0, null]);
    } finally {
      await own.close();
    }
  });

  it.each<[string, number]>([
    ['?session_id=gone', 0],
    ['?status=error', 0],
    ['?class=read&server=notes', 1_201],
    ['?to=2026-11-15T11:59:50.002Z', 2],
  ])('%s contains only matching calls', async (query, count) => {
    expect(linesOf((await fetchText(query)).text)).toHaveLength(count);
  });

  it('an empty CSV still has its header', async () => {
    const { text } = await fetchText('?format=csv&session_id=gone');
    expect(text).toMatch(/^id,session_id,[^\r\n]+\r\n$/);
  });

  it('reads the next piece only when the client has taken the previous one', async () => {
    const { asked, deps } = countingRecord();
    const response = await ask('/tool-calls/export', {}, deps);
    const reader = response.body?.getReader();
    await settle();
    expect(asked.map(({ after }) => after)).toEqual([undefined]);
    await reader?.read();
    await reader?.read();
    await settle();
    expect(asked).toHaveLength(2);
    await reader?.cancel();
    await settle();
    expect(asked).toHaveLength(2);
  });

  it('HEAD returns the headers without a file', async () => {
    const { asked, deps } = countingRecord();
    const response = await ask('/tool-calls/export?format=csv', { method: 'HEAD' }, deps);
    expect([response.status, response.body, response.headers.get('content-type'), asked.length]).toEqual([
      200,
      null,
      'text/csv; charset=utf-8; header=present',
      1,
    ]);
  });

  it('JSON lines end with an error line if the record fails midway', async () => {
    const response = await ask('/tool-calls/export', {}, countingRecord(2).deps);
    const lines = linesOf(await response.text());
    expect(lines).toHaveLength(1_001);
    expect(apiErrorSchema.parse(lines.at(-1)).error).toEqual({
      code: 'record_unavailable',
      message: 'The record could not be read to its end.',
    });
  });

  it('a CSV stream is aborted if the record fails midway', async () => {
    const response = await ask('/tool-calls/export?format=csv', {}, countingRecord(2).deps);
    await expect(response.text()).rejects.toThrow('The record did not answer.');
  });

  it('a record that fails at once is an error, not an empty file', async () => {
    const { deps } = countingRecord(0);
    const seen: unknown[] = [];
    const onBug = (_incident: string, error: unknown) => void seen.push(error);
    const { status } = await get(apiErrorSchema, '/tool-calls/export', 'GET', { ...deps, onBug });
    expect([status, seen]).toEqual([503, [new Error('disk I/O error')]]);
  });

  it.each(['format=xml', 'bodies=yes', 'limit=5', 'cursor=x', 'status=done', 'from=1h&to=2h', 'q=!', 'q=a*', 'q='])(
    '?%s is rejected',
    async (query) => {
      const { status } = await get(apiErrorSchema, `/tool-calls/export?${query}`, 'GET', { recorder: record.recorder });
      expect(status).toBe(400);
    },
  );
});
