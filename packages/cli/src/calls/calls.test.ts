import { stripVTControlCharacters } from 'node:util';
import { toolCallDetailSchema, toolCallListSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask as askFor } from '../fixtures/ask.ts';
import { body, call, session } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const EVIL = 'Gone\u001b[2K\u001b[1A\u202egnihton';
const DELETED = call(12_000, {
  tool: 'delete_note',
  title: 'Delete Note',
  class: 'destructive',
  duration_ms: 1_234,
  summary: '{"id":"n-1"}',
  approval_id: 'a-1',
  decision: { kind: 'ask', rule: 'destructive', reason: 'A destructive tool asks first.' },
  arguments: body({ id: 'n-1', key: '[redacted]' }, { redactions: 1 }),
  result: body({
    content: [{ type: 'text', text: '{"deleted":true}' }],
    structuredContent: { deleted: true },
  }),
});
const FAILED = call(40_000, {
  server: 'issues',
  tool: EVIL,
  title: EVIL,
  class: 'additive',
  status: 'error',
  error: { code: -32603, message: EVIL },
  client_name: EVIL,
  summary: EVIL,
  metrics: { input_tokens: null, output_tokens: null, total_tokens: null, encoding: 'o200k' },
  arguments: body('{"text":"aaa', { is_cut: true, bytes: 3_000_000 }),
  result: body({
    content: [
      { type: 'text', text: EVIL },
      { type: 'image', data: 'AAAA', mimeType: EVIL },
    ],
  }),
});
const UNKNOWN = call(90_000, {
  server: null,
  tool: 'no_such',
  title: 'no_such',
  class: null,
  effective: null,
  decision: null,
  status: 'error',
  error: { code: -32602, message: "There is no tool 'no_such'." },
  session_id: 'c7aa0d11-0000-4000-8000-000000000002',
  client_name: null,
});
const CALLS = [call(4_000), DELETED, FAILED, UNKNOWN, call(90_000, { within: 1 })];

let gateway: RecordGateway;

beforeAll(async () => {
  gateway = await startRecordGateway({
    calls: CALLS,
    sessions: [session(300_000), session(600_000, { id: 'c7aa0d11-0000-4000-8000-000000000002', client_name: null })],
  });
});

afterAll(() => gateway.close());

const ask = (...args: readonly string[]) => askFor(['calls', ...args], { home: gateway.data });

describe('toolmark calls', () => {
  it.each([[], ['list']])('%s lists the newest, with the reason below a failed one', async (...args) => {
    expect(await ask(...args, '--limit', '2')).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  STATUS  TOOL                  TIME  TOKENS  WHEN     ID',
        '  ✓ ok    ◉ notes/list_notes   34 ms    1.2k  4s ago   01a1df14-0e60',
        '  ✓ ok    ▲ notes/delete_note  1.2 s    1.2k  12s ago  01a1df13-ef20',
        '    ask (destructive)  ·  approval a-1',
        '',
        '  ◉ read  ·  + additive  ·  ▲ destructive',
        '  2 of 5 calls; more with --limit, all with toolmark calls export',
        '',
      ].join('\n'),
    });
    const failed = await ask(...args, '--status', 'error', '--server', 'issues');
    expect(failed.stdout.split('\n')[2]).toBe('    Gone�[2K�[1A�gnihton');
  });

  // FR-018, FR-019
  it.each<[readonly string[], string, readonly number[]]>([
    [['--session', 'c7aa'], 'session_id=c7aa0d11-0000-4000-8000-000000000002', [3]],
    [['--server', 'notes,issues', '--class', 'destructive'], 'server=notes,issues&class=destructive', [1]],
    [['--tool', 'list_notes', '--since', '60s'], 'tool=list_notes&from=2026-11-15T11:59:00.000Z', [0]],
    [['--status', 'ok,denied', '--until', '1m'], 'status=ok,denied&to=2026-11-15T11:59:00.000Z', [4]],
    [['--decision', 'ask'], 'decision=ask', [1]],
    [['--search', 'n-1'], 'q=n-1', [1]],
  ])('%j filters calls', async (args, query, wanted) => {
    const { code, stdout } = await ask(...args, '--json');
    expect(code).toBe(0);
    const { tool_calls: calls } = toolCallListSchema.parse(JSON.parse(stdout));
    expect(calls.map(({ id }) => id)).toEqual(wanted.map((index) => CALLS[index]?.id));
    expect(gateway.paths().at(-1)).toBe(`/tool-calls?${query}&limit=50`);
  });

  it('joins pages by cursor up to the limit, and keeps unknown fields', async () => {
    const many = Array.from({ length: 25 }, (_, index) => call(index * 1_000));
    const paged = await startRecordGateway({ calls: many, pageSize: 10 });
    const all = JSON.parse((await askFor(['calls', '--json'], { home: paged.data })).stdout);
    const some = JSON.parse((await askFor(['calls', '--json', '--limit', '12'], { home: paged.data })).stdout);
    await paged.close();
    expect(toolCallListSchema.parse(all).tool_calls.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    expect(all).toMatchObject({ total: 25, limit: 50, offset: 0, next_cursor: null, later: 1 });
    expect([some.tool_calls.length, some.total, some.next_cursor]).toEqual([12, 25, '12']);
    expect(paged.paths()).toEqual([
      '/tool-calls?limit=50',
      '/tool-calls?limit=40&cursor=10',
      '/tool-calls?limit=30&cursor=20',
      '/tool-calls?limit=12',
      '/tool-calls?limit=2&cursor=10',
    ]);
  });

  // US4.4
  it('explains an empty list', async () => {
    const empty = await startRecordGateway({ sessions: [session(1_000)] });
    const none = await askFor(['calls'], { home: empty.data });
    const filtered = await askFor(['calls', '--session', 'b1f0'], { home: empty.data });
    await empty.close();
    expect([none.stdout, filtered.stdout]).toEqual(['  No calls yet.\n', '  No calls match.\n']);
  });

  it.each<[readonly string[], string]>([
    [['show', 'nothing'], "There is no call 'nothing'.\n"],
    [['show', '01a1d'], "'01a1d' is too short for an id: give its first 8 characters or more.\n"],
    [['show', 'ffffffff'], "There is no call 'ffffffff'.\n"],
    [['--session', 'ffff'], "There is no session 'ffff'.\n"],
    [
      ['01a1df0c-73e0'],
      'To see one call: toolmark calls show 01a1df0c-73e0\nTo search in arguments and results: toolmark calls --search 01a1df0c-73e0\n',
    ],
  ])('%j fails with one sentence and exit code 2', async (args, stderr) => {
    expect(await ask(...args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it.each([
    ['--status', 'okay'],
    ['--class', 'write'],
    ['--decision', 'maybe'],
    ['--since', 'soon'],
    ['--limit', '0'],
  ])('%s %s is refused before the gateway is asked', async (...args) => {
    const before = gateway.requests.length;
    const { code, stdout, stderr } = await ask(...args);
    expect([code, stdout, gateway.requests.length]).toEqual([2, '', before]);
    expect(stderr).toContain(`'${args[1]}' is invalid.`);
  });
});

describe('toolmark calls show', () => {
  it.each([DELETED.id, DELETED.id.slice(0, 13), DELETED.id.slice(0, 18).toUpperCase()])(
    '%s prints all details, with the hints at the time of the call',
    async (id) => {
      expect((await ask('show', id)).stdout).toBe(
        [
          'Delete Note  ▲ notes/delete_note  destructive',
          '  ✓ ok  after 1.2 s',
          '',
          `  id        ${DELETED.id}`,
          '  session   b1f0c2d4-0000-4000-8000-000000000001',
          '  started   2026-11-15 11:59:48 (12s ago)',
          '  made by   claude-code, token local, via the tool list',
          '  decision  ask: A destructive tool asks first. (destructive)',
          '  approval  a-1',
          '  sent      1 attempt',
          '  tokens    20 in, 1,220 out, 1,240 together (an estimate: o200k)',
          '',
          '  Hints at the time',
          '  readOnlyHint     no   declared  as its server declares',
          '  destructiveHint  yes  declared  as its server declares',
          "  idempotentHint   no   default   not declared, so MCP's default counts",
          "  openWorldHint    yes  default   not declared, so MCP's default counts",
          '',
          '  Arguments  31 B',
          '  ! 1 secret was removed before this was stored.',
          '    {',
          '      "id": "n-1",',
          '      "key": "[redacted]"',
          '    }',
          '',
          '  Result  94 B',
          '    {',
          '      "deleted": true',
          '    }',
          '',
        ].join('\n'),
      );
    },
  );

  it('reports what was cut, the error and the result', async () => {
    const { stdout } = await ask('show', FAILED.id);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '+ issues/Gone�[2K�[1A�gnihton  additive',
      '  ✗ error  after 34 ms',
      '    Gone�[2K�[1A�gnihton',
    ]);
    expect(lines).toContain('  tokens      not counted yet');
    expect(lines).toContain('  error code  -32603');
    expect(stdout).toContain('  Arguments  3.0 MB\n  ! Only the beginning was kept, of 3.0 MB.\n    {"text":"aaa\n');
    expect(stdout).toContain('    Gone�[2K�[1A�gnihton\n    [image Gone�[2K�[1A�gnihton, 3 B]\n');
  });

  it('accepts the unique start of an id, and lists the matches of an ambiguous one', async () => {
    expect((await ask('show', UNKNOWN.id.slice(0, 18))).code).toBe(0);
    const { code, stderr } = await ask('show', UNKNOWN.id.slice(0, 13));
    expect([code, stderr]).toEqual([
      2,
      `Several ids start with '${UNKNOWN.id.slice(0, 13)}': ${UNKNOWN.id}, ${CALLS[4]?.id}. Give more of the id.\n`,
    ]);
  });

  it('does not treat an id as unique if not all candidates were read', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => call(index));
    const busy = await startRecordGateway({ calls: many });
    const prefix = many[0]?.id.slice(0, 8) ?? '';
    const { code, stderr } = await askFor(['calls', 'show', prefix], { home: busy.data });
    // More calls in one millisecond than are read: the wanted one may be among the rest.
    const crowd = Array.from({ length: 5_001 }, () => call(1_000, { within: 1 }));
    const crowded = await startRecordGateway({ calls: crowd });
    const other = `${crowd[0]?.id.slice(0, 15)}fff`;
    const unseen = await askFor(['calls', 'show', other], { home: crowded.data });
    await Promise.all([busy.close(), crowded.close()]);
    expect([code, stderr.endsWith(' and more. Give more of the id.\n')]).toEqual([2, true]);
    expect(unseen.stderr).toBe(`More than 5,000 calls started at the time of '${other}'. Give more of the id.\n`);
  });

  it.each<[string, Parameters<typeof call>[1], string, string]>([
    ['the tool told', undefined, 'Nothing of that name.', '✗ error  after 34 ms\n    Nothing of that name.\n'],
    ['the protocol has', { error: { code: -32602, message: 'No such.' } }, 'No such.', '\n    No such.\n'],
  ])('prints an error that %s only once', async (_case, more, message, head) => {
    const error = more?.error ?? { code: null, message };
    const result = more === undefined ? { content: [{ type: 'text', text: message }], isError: true } : error;
    const failed = call(1_000, { status: 'error', error, result: body(result) });
    const one = await startRecordGateway({ calls: [failed] });
    const { stdout } = await askFor(['calls', 'show', failed.id], { home: one.data });
    await one.close();
    expect(stdout).toContain(head);
    expect(stdout.split(message)).toHaveLength(2);
    expect(stdout).toMatch(/Result {2}\d+ B\n {4}same as the error above\n$/);
  });

  it('says that it is unknown whether it was sent, and breaks prose between words', async () => {
    const text = 'word '.repeat(40).trim();
    const cut = call(1_000, {
      status: 'interrupted',
      attempts: null,
      result: body({ content: [{ type: 'text', text }] }),
    });
    const one = await startRecordGateway({ calls: [cut] });
    const { stdout } = await askFor(['calls', 'show', cut.id], { home: one.data });
    await one.close();
    expect(stdout).toContain('  sent      not known\n');
    expect(stdout.split('\n').slice(-4)).toEqual([
      `    ${'word '.repeat(15).trim()}`,
      `    ${'word '.repeat(15).trim()}`,
      `    ${'word '.repeat(10).trim()}`,
      '',
    ]);
  });

  it('shows a cached result, and failed attempts', async () => {
    const cached = call(1_000, { cached: true, attempts: 0 });
    const retried = call(2_000, {
      attempts: 2,
      attempt_log: [{ at: '2026-11-15T11:59:57.000Z', duration_ms: 1_500, code: -32001, message: `Gone. ${EVIL}` }],
    });
    const one = await startRecordGateway({ calls: [cached, retried] });
    const show = async (id: string) => (await askFor(['calls', 'show', id], { home: one.data })).stdout;
    const [list, first, second] = [
      (await askFor(['calls'], { home: one.data })).stdout,
      await show(cached.id),
      await show(retried.id),
    ];
    await one.close();
    expect(list.split('\n').filter((line) => line.startsWith('    '))).toEqual([
      '    from the cache',
      '    sent 2 times',
    ]);
    expect(first).toContain('  sent      no: answered from the cache\n');
    expect(second).toContain('  sent      2 attempts\n');
    expect(second).toContain(
      ['  Failed attempts', '  attempt 1  2026-11-15 11:59:57, 1.5 s: Gone. Gone�[2K�[1A�gnihton (-32001)', ''].join(
        '\n',
      ),
    );
  });

  it('shows answers that were sent later', async () => {
    const others = body({ inputResponses: { q: { action: 'accept' } } }, { redactions: 1 });
    const asked = call(1_000, { rounds: [{ at: '2026-11-15T11:59:57.000Z', others, params_digest: 'v1.key.mac' }] });
    const one = await startRecordGateway({ calls: [asked] });
    const { stdout } = await askFor(['calls', 'show', asked.id], { home: one.data });
    await one.close();
    expect(stdout).toContain(
      [
        '  Answers sent at 2026-11-15 11:59:57  44 B',
        '  ! 1 secret was removed before this was stored.',
        '    {',
        '      "inputResponses": {',
      ].join('\n'),
    );
    expect(stdout).toContain('    digest v1.key.mac\n');
  });

  it('prints the raw answer with --json', async () => {
    const { stdout } = await ask('show', UNKNOWN.id, '--json');
    expect(toolCallDetailSchema.parse(JSON.parse(stdout))).toEqual(UNKNOWN);
  });
});

describe('on a terminal', () => {
  it.each([[[]], [['show', FAILED.id]], [['show', DELETED.id]]])(
    'calls %j fits the terminal, and escapes what a server wrote',
    async (args) => {
      for (const columns of [...(args.length === 0 ? [40] : []), 72, 80, 120]) {
        const plain = await askFor(['calls', ...args], { home: gateway.data, columns });
        const coloured = await askFor(['calls', ...args, '--color'], { home: gateway.data, columns });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(plain.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
        expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
        expect(Math.max(...plain.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
      }
    },
  );
});
