import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PolicyInUse, PolicyReplay } from '@toolmark/api-contract';
import { explainRequestSchema, policyReplayRequestSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { call, NOW } from '../fixtures/record.ts';
import { type ApiAnswered, type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';
import { toolOf } from '../fixtures/tool.ts';

const EVIL = 'Gone\u001b[2K\u202egnihton';

const POLICY: PolicyInUse = {
  rules: [
    {
      name: 'calendar-list',
      decision: 'allow',
      server: ['calendar'],
      tool: ['manage_*', 'list'],
      arguments: { '$.action': { equals: 'list' } },
    },
    { name: 'no-search', decision: 'deny', reason: 'Nobody calls through search here.', mode: ['search'] },
    { name: 'drop', decision: 'ask', tool: ['drop_*'], ask: { routes: ['page', 'cli'], presence: 'passkey' } },
  ],
  defaults: { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' },
  risk: 'ask',
  ask: { wait: 50, expiry: 900, routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
  limits: [{ name: 'slowly', per: 'session', calls: 10, seconds: 60, class: ['destructive'] }],
  retry: { attempts: 3, deadline: 30 },
  checks: { secret: 'hold', instructions: 'warn', 'hidden-unicode': 'hold', 'large-result': 'off' },
  resultBytes: 1_000_000,
};

const REPLAY: PolicyReplay = {
  from: '2026-11-08T12:00:00.000Z',
  to: NOW,
  calls: 1_234,
  skipped: 4,
  recorded: { allow: 1_000, ask: 200, deny: 30, hold: 0, cached: 0 },
  replayed: { allow: 1_150, ask: 50, deny: 30, hold: 0, cached: 120 },
  prompts_saved: 1_180,
  changes: [
    {
      server: 'notes',
      tool: 'delete_note',
      was: 'ask',
      is: 'allow',
      rule: 'mine',
      calls: 150,
      call_id: call(1_000).id,
    },
  ],
};

let gateway: RecordGateway | undefined;
let folder = '';
let made: readonly unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-policy-'));
});

afterEach(async () => {
  made = [];
  await gateway?.close();
  await rm(folder, { recursive: true });
});

async function start(replayed: ApiAnswered = { lines: [{ replay: REPLAY }] }): Promise<void> {
  gateway = await startRecordGateway({
    tools: [toolOf('delete_note', 'destructive')],
    onApi: ({ path: [kind, verb = ''], body }) => {
      if (kind === 'tools' && verb === 'notes__delete_note') return { json: toolOf('delete_note', 'destructive') };
      if (kind === 'tools' && verb === 'notes') return undefined;
      if (kind !== 'policy') return undefined;
      if (verb === '') return { json: POLICY };
      made = [...made, verb === 'explain' ? explainRequestSchema.parse(body) : policyReplayRequestSchema.parse(body)];
      if (verb === 'replay') return replayed;
      return {
        json: {
          decision: { kind: 'ask', rule: 'default destructive', reason: `It is destructive. ${EVIL}` },
          ask: { routes: ['page', 'cli'], presence: 'passkey' },
          steps: [
            { rule: 'held', matched: false, because: 'Nothing about the tool waits for review.' },
            { rule: 'default destructive', matched: true, because: 'Its class is destructive.' },
          ],
        },
      };
    },
  });
}

const ask = (args: readonly string[], given: Surroundings = {}): Promise<Asked> =>
  askFor(['policy', ...args], { home: gateway?.data ?? '', cwd: folder, ...given });

describe('toolmark policy show', () => {
  it('shows the rules in order, and the defaults', async () => {
    await start();
    expect(await ask(['show'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  Rules  the first match decides',
        '  1  allow  calendar-list',
        '     server calendar, tool manage_* or list, arguments',
        '     {"$.action":{"equals":"list"}}',
        '  2  deny   no-search',
        '     mode search',
        '     Nobody calls through search here.',
        '  3  ask    drop',
        '     tool drop_*',
        '     answered on the page or on the command line; approving needs a passkey on',
        '     the page',
        '',
        '  Defaults if no rule matches',
        '  read-only tools                    allow',
        '  tools that add                     allow',
        '  destructive tools                  ask',
        '  tools that contradict their hints  hold',
        '',
        '  Limits',
        '  slowly  10 calls in 1m per session: class destructive',
        '',
        '  Approvals, retries, checks',
        '  approvals  a call waits 50s, a person can answer for 15m',
        '  answers    in the client, on the page, on the command line or through the API',
        '  retries    up to 3 times within 30s, for safe calls',
        '  risk       writing to the outside after private data and untrusted content is',
        '             asked about',
        '  checks     hold: secret, hidden-unicode; warn: instructions; off: large-result',
        '             a result counts as large above 1.0 MB',
        '',
      ].join('\n'),
    });
  });
});

describe('toolmark policy explain', () => {
  it.each<[readonly string[]]>([[['notes', 'delete_note']], [['notes/delete_note']], [['notes__delete_note']]])(
    '%j shows the decision, and why each rule matched or not',
    async (words) => {
      await start();
      expect(await ask(['explain', ...words])).toEqual({
        code: 0,
        stderr: '',
        stdout: [
          'notes/delete_note  ask',
          '  It waits for approval.',
          '  It is destructive. Gone�[2K�gnihton (default destructive)',
          '  It can be answered on the page or on the command line; approving needs a',
          '  passkey on the page.',
          '',
          '  · held',
          '    Nothing about the tool waits for review.',
          '  ✓ default destructive',
          '    Its class is destructive.',
          '',
        ].join('\n'),
      });
      expect(made).toEqual([{ server: 'notes', tool: 'delete_note' }]);
    },
  );

  it('sends arguments, client, token and mode', async () => {
    await start();
    const options = ['--args', '{"id":"n-1"}', '--client', 'cursor', '--token', 'ci', '--mode', 'search'];
    await ask(['explain', 'notes', 'delete_note', ...options, '--json']);
    expect(made).toEqual([
      {
        server: 'notes',
        tool: 'delete_note',
        arguments: { id: 'n-1' },
        client: 'cursor',
        token: 'ci',
        mode: 'search',
      },
    ]);
  });

  it.each<[readonly string[], string]>([
    [['notes', 'x', '--args', '[1]'], 'Give a JSON object, such as --args'],
    [['notes', 'x', '--args', '{id:1}'], 'Give a JSON object, such as --args'],
    [['notes', 'x', '--mode', 'sideways'], 'Allowed choices are direct, search, web, cli, api.'],
    [['notes'], 'Give the server and the tool: toolmark policy explain notes delete_note'],
    [['notes/none'], "Server 'notes' has no tool 'none'."],
  ])('%j fails with one sentence and exit code 2', async (words, sentence) => {
    await start();
    const { code, stderr } = await ask(['explain', ...words]);
    expect([code, stderr.includes(sentence), made]).toEqual([2, true, []]);
  });
});

describe('toolmark policy replay', () => {
  it('compares recorded decisions with those of a changed policy', async () => {
    await start();
    expect(await ask(['replay', '--since', '7d'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '  1,234 calls from 2026-11-08 12:00:00 to 2026-11-15 12:00:00',
        '  4 calls skipped: the tool is gone, or the arguments were not recorded in full.',
        '',
        '                   THEN    NOW  CHANGE',
        '  asked             200     50    -150',
        '  passed          1,000  1,150    +150',
        '  refused            30     30       ·',
        '  held                0      0       ·',
        '  from the cache      0    120    +120',
        '',
        '  1,180 prompts saved, compared with asking before every call.',
        '',
        '  Changes',
        '  TOOL               CALLS  THEN  NOW    RULE  EXAMPLE',
        '  notes/delete_note    150  ask   allow  mine  01a1df14-1a18',
        '',
      ].join('\n'),
    });
    expect(made).toEqual([{ from: '2026-11-08T12:00:00.000Z' }]);
  });

  it('says if nothing changes, and if nothing was recorded', async () => {
    await start({ lines: [{ replay: { ...REPLAY, changes: [] } }] });
    expect((await ask(['replay', '--since', '7d'])).stdout).toContain('Every decision stays the same.');
    await gateway?.close();
    await start({ lines: [{ replay: { ...REPLAY, calls: 0 } }] });
    expect((await ask(['replay', '--since', '7d'])).stdout).toContain('No calls were recorded in this time');
  });

  it('shows the progress on stderr, only on a terminal', async () => {
    const lines = [{ progress: { calls: 500, total: 1_234 } }, { later: 'words' }, { replay: REPLAY }];
    await start({ lines });
    const { code, stderr } = await ask(['replay', '--since', '7d', '--json'], { isTTY: true });
    expect([code, stderr]).toEqual([
      0,
      '\r\u001b[Kreading recorded calls\r\u001b[K500 of 1,234 calls (40 %)\r\u001b[K',
    ]);
    expect((await ask(['replay', '--since', '7d'])).stderr).toBe('');
  });

  it.each<[string, object, object]>([
    ['a policy alone', { rules: [], limits: [] }, { policy: { rules: [], limits: [] } }],
    [
      'a complete config with caches',
      { mcpServers: { a: { command: 'x', cache: 60 }, b: { command: 'y' } }, policy: { risk: 'deny' }, limits: {} },
      { policy: { risk: 'deny' }, cache: { a: 60 } },
    ],
    ['a complete config without a policy', { mcpServers: {} }, { policy: {}, cache: {} }],
  ])('reads %s and sends it', async (_case, file, sent) => {
    await start();
    await writeFile(join(folder, 'changed.json'), JSON.stringify(file));
    const { code } = await ask([
      'replay',
      '--since',
      '24h',
      '--until',
      '2026-11-15T06:00Z',
      '--policy',
      'changed.json',
    ]);
    expect([code, made]).toEqual([0, [{ from: '2026-11-14T12:00:00.000Z', to: '2026-11-15T06:00:00.000Z', ...sent }]]);
  });

  it.each<[string, ApiAnswered, string]>([
    [
      'refuses',
      { error: ['bad_request', 'policy.rules.0.decision must be one of allow, ask'] },
      'policy.rules.0.decision',
    ],
    [
      'fails on the way',
      {
        lines: [
          { progress: { calls: 1, total: 2 } },
          { error: { code: 'record_unavailable', message: 'The disk is full.' } },
        ],
      },
      'The disk is full.\n',
    ],
    ['breaks off', { lines: [{ progress: { calls: 1, total: 2 } }], isCut: true }, 'broke off: '],
    ['ends without a result', { lines: [] }, 'ended without a result.'],
  ])('exits with 2 and one sentence if the gateway %s', async (_case, answered, sentence) => {
    await start(answered);
    const { code, stdout, stderr } = await ask(['replay', '--since', '7d']);
    expect([code, stdout, stderr.includes(sentence)]).toEqual([2, '', true]);
  });

  it.each<[readonly string[], string]>([
    [[], "required option '--since <time>' not specified"],
    [['--since', 'soon'], 'Give 30m, 12h, 7d, today'],
    [['--since', '7d', '--policy', 'none.json'], 'none.json does not exist\n'],
    [['--since', '7d', '--policy', 'broken.json'], 'broken.json is not valid JSON'],
    [['--since', '7d', '--policy', 'list.json'], 'list.json is not a policy: give a toolmark.json'],
  ])('%j fails with one sentence and exit code 2', async (args, sentence) => {
    await start();
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'list.json'), '[]');
    const { code, stderr } = await ask(['replay', ...args]);
    expect([code, stderr.includes(sentence), made]).toEqual([2, true, []]);
  });
});
