import { stripVTControlCharacters } from 'node:util';
import { sessionListSchema, sessionSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask as askFor } from '../fixtures/ask.ts';
import { call, session } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const HOUR = 3_600_000;
const EVIL = 'Cur\u001b[2Ksor\u202e';
const ACTIVE = session(4 * 60_000);
const SEARCHED = session(2 * HOUR, {
  id: 'c7aa0d11-0000-4000-8000-000000000002',
  client_name: EVIL,
  client_version: '1.9',
  mode: 'search',
  conversation: 'refactoring',
  tool_call_count: 1_211,
  calls_by_class: { read: 1_210, additive: 0, destructive: 0 },
  total_tokens: 1_240_000,
  menu_tokens: 800,
  discovery_tokens: 4_100,
  listing_tokens: 48_000,
  saved_tokens: 43_100,
  error_count: 0,
  risk: {
    private_data_read: '2026-11-15T10:00:01.000Z',
    untrusted_content_seen: '2026-11-15T10:00:31.000Z',
    open_world_write: '2026-11-15T10:01:01.000Z',
  },
});
// Edge cases: a very long one, one without a client name, one without calls.
const QUIET = session(51.25 * HOUR, {
  id: 'd00dfeed-0000-4000-8000-000000000003',
  client_name: null,
  client_version: null,
  status: 'closed',
  end_time: '2026-11-15T12:00:00.000Z',
  end_reason: 'idle',
  tool_call_count: 0,
  total_tokens: 0,
  input_tokens: 0,
  output_tokens: 0,
  menu_tokens: 0,
  calls_by_class: { read: 0, additive: 0, destructive: 0 },
  error_count: 0,
  approval_count: 0,
  servers: [],
  risk: { private_data_read: null, untrusted_content_seen: null, open_world_write: null },
  era: 'legacy',
});

let gateway: RecordGateway;

beforeAll(async () => {
  gateway = await startRecordGateway({ sessions: [ACTIVE, SEARCHED, QUIET], calls: [call(4_000), call(9_000)] });
});

afterAll(() => gateway.close());

const ask = (...args: readonly string[]) => askFor(['sessions', ...args], { home: gateway.data });

describe('toolmark sessions', () => {
  // FR-010, FR-011, FR-012, FR-013, FR-015, FR-016, US3.2, US3.3, US3.4, US3.7
  it.each([[], ['list']])('%s lists the newest with their numbers', async (...args) => {
    expect(await ask(...args)).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  CLIENT         STARTED  LASTED  CALLS  READ  ADD  DESTR  TOKENS  ERR  ID',
        '  ● claude-code  4m ago       4m     12     9    2      1   12.4k    1  b1f0c2d4',
        '  ● Cur�[2Ksor�  2h ago       2h  1,211  1.2k    ·      ·    1.2M    ·  c7aa0d11',
        '  ○ unknown      2d ago    2d 3h      0     ·    ·      ·       0    ·  d00dfeed',
        '',
      ].join('\n'),
    });
  });

  it.each<[readonly string[], string, readonly string[]]>([
    [['--status', 'active'], 'status=active', [ACTIVE.id, SEARCHED.id]],
    [['--client', 'claude-code'], 'client=claude-code', [ACTIVE.id]],
    [
      ['--since', '1d', '--until', '1h'],
      'from=2026-11-14T12:00:00.000Z&to=2026-11-15T11:00:00.000Z',
      [ACTIVE.id, SEARCHED.id, QUIET.id],
    ],
  ])('%j requests %s', async (args, query, ids) => {
    const { stdout } = await ask(...args, '--json');
    expect(sessionListSchema.parse(JSON.parse(stdout)).sessions.map(({ id }) => id)).toEqual(ids);
    expect(gateway.paths().at(-1)).toBe(`/sessions?${query}&limit=20`);
  });

  it('joins pages without duplicates while new sessions start', async () => {
    const many = Array.from({ length: 250 }, (_, index) => session(index * 1_000, { id: `s-${index}` }));
    const sessions = [...many];
    const paged = await startRecordGateway({
      sessions,
      onRequest: () => void sessions.unshift(session(0, { id: `new-${sessions.length}` })),
    });
    const { stdout } = await askFor(['sessions', '--json', '--limit', '1000'], { home: paged.data });
    await paged.close();
    const listed = sessionListSchema.parse(JSON.parse(stdout));
    const ids = listed.sessions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('s-'))).toEqual(many.map(({ id }) => id));
    expect(paged.paths().map((path) => path.replace('/sessions?', ''))).toEqual([
      'limit=100',
      'limit=100&cursor=s-98',
      'limit=100&cursor=s-198',
    ]);
  });

  it('says how many more there are, and that there are none', async () => {
    expect((await ask('--limit', '1')).stdout).toContain('  1 of 3 sessions; more with --limit\n');
    expect((await ask('--client', 'nobody')).stdout).toBe('  No sessions match.\n');
    const empty = await startRecordGateway({});
    const { stdout } = await askFor(['sessions'], { home: empty.data });
    await empty.close();
    expect(stdout).toBe('  No sessions yet. A session starts when a client connects.\n');
  });

  it.each<[readonly string[], string]>([
    [['show', 'nothing'], "There is no session 'nothing'.\n"],
    [
      ['b1f0'],
      'To see one session: toolmark sessions show b1f0\nTo list those of a client: toolmark sessions --client b1f0\n',
    ],
  ])('%j fails with one sentence and exit code 2', async (args, stderr) => {
    expect(await ask(...args)).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('toolmark sessions show', () => {
  it.each([ACTIVE.id, 'b1f0', 'B1F0C2'])('%s prints all details of one', async (id) => {
    expect((await ask('show', id)).stdout).toBe(
      [
        '● claude-code  2.1.0  active',
        '',
        '  id           b1f0c2d4-0000-4000-8000-000000000001',
        '  started      2026-11-15 11:56:00 (4m ago)',
        '  lasts        4m until now',
        '  last active  2026-11-15 11:59:56 (4s ago)',
        '  came         protocol 2026-07-28, with the list of tools',
        '  calls        12: 9 read, 2 additive, 1 destructive',
        '               1 error, 1 approval',
        '  servers      notes, issues',
        '  tokens       12,431 in calls: 2,431 in, 10,000 out',
        '               3,210 to list tools, 0 to search for them',
        '               An estimate with o200k; other models count differently.',
        '',
        '  Risk',
        '  ! read private data                            2026-11-15 11:56:40',
        '  · saw no untrusted content',
        '  · wrote nothing to the outside',
        '',
        '  Latest calls',
        '  STATUS  TOOL                 TIME  TOKENS  WHEN    ID             CLIENT',
        '  ✓ ok    ◉ notes/list_notes  34 ms    1.2k  4s ago  01a1df14-0e60  claude-code',
        '  ✓ ok    ◉ notes/list_notes  34 ms    1.2k  9s ago  01a1df13-fad8  claude-code',
        '',
        '  ◉ read  ·  + additive  ·  ▲ destructive',
        '  All calls:',
        '    toolmark calls --session b1f0c2d4-0000-4000-8000-000000000001',
        '',
      ].join('\n'),
    );
  });

  it('shows savings by search, calls without a class, and combined risks', async () => {
    const { stdout } = await ask('show', SEARCHED.id.slice(0, 4));
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toContain('43,100 saved by searching; one list of every tool is 48,000');
    expect(lines).toContain('calls         1,211: 1,210 read, 0 additive, 0 destructive, 1 of tools that do');
    expect(lines).toContain('conversation  refactoring');
    expect(lines).toContain('! wrote to the outside, so data may have left  2026-11-15 10:01:01');
    expect(stdout).toContain('All three together');
  });

  // Edge case: an active or closed session without calls
  it('reports a session without calls, and how it ended', async () => {
    const { stdout } = await ask('show', 'd00d');
    expect(stdout).toContain('  ended        2026-11-15 12:00:00 after 2d 3h 15m; no activity for a while\n');
    expect(stdout).toContain('  servers      none\n');
    expect(stdout.endsWith('  Latest calls\n  No calls.\n')).toBe(true);
  });

  it('lists the matches of an ambiguous id', async () => {
    const twins = await startRecordGateway({ sessions: [session(1, { id: 'aaaa1' }), session(2, { id: 'aaaa2' })] });
    const { stderr } = await askFor(['sessions', 'show', 'aaaa'], { home: twins.data });
    await twins.close();
    expect(stderr).toBe("Several ids start with 'aaaa': aaaa1, aaaa2. Give more of the id.\n");
  });

  it.each(['', 'b', 'b1f'])('%j is too short for an id, even if only one matches', async (id) => {
    const sentence = `'${id}' is too short for an id: give its first 4 characters or more.\n`;
    expect(await ask('show', id)).toEqual({ code: 2, stdout: '', stderr: sentence });
  });

  it("prints the gateway's answer with --json", async () => {
    expect(sessionSchema.parse(JSON.parse((await ask('show', SEARCHED.id.slice(0, 4), '--json')).stdout))).toEqual(
      SEARCHED,
    );
  });
});

describe('on a terminal', () => {
  it.each([[[]], [['show', SEARCHED.id.slice(0, 4)]], [['show', 'b1f0']]])(
    'sessions %j fits the terminal, and escapes client names',
    async (args) => {
      for (const columns of [...(args.length === 0 ? [40] : []), 72, 80, 120]) {
        const plain = await askFor(['sessions', ...args], { home: gateway.data, columns });
        const coloured = await askFor(['sessions', ...args, '--color'], { home: gateway.data, columns });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(plain.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
        expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
        expect(Math.max(...plain.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
      }
    },
  );
});
