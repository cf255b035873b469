import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '@toolmark/annotations';
import type { Coverage, Server } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIo, type Surroundings } from '../fixtures/ask.ts';
import { status } from '../fixtures/record.ts';
import { type RecordGateway, type Remembered, startRecordGateway } from '../fixtures/record-gateway.ts';
import { within } from './check.ts';
import type { DoctorDeps } from './deps.ts';
import { type DoctorOptions, runDoctor } from './doctor.ts';
import { checkDataDir, checkNode, checkToken } from './machine.ts';

const coverage = (declared: number, contradicted = 0): Coverage => ({
  tools: 2,
  complete: Math.floor(declared / 4),
  declared,
  total: 8,
  by_hint: Object.fromEntries(
    ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'].map((name) => [
      name,
      { true: 0, false: 0, absent: 2, malformed: 0 },
    ]),
  ) as unknown as Coverage['by_hint'],
  by_class: { read: 2, additive: 0, destructive: 0 },
  contradicted,
  repaired: 0,
  finding_counts: { error: 0, warning: 0, note: 0 },
});

const server = (name: string, more: Partial<Server> = {}): Server => ({
  name,
  state: 'ready',
  reason: null,
  since: '2026-11-15T11:00:00.000Z',
  next_attempt: null,
  restarts: 0,
  transport: 'stdio',
  era: 'modern',
  protocol_version: '2026-07-28',
  server_info: null,
  in_flight: 0,
  queued: 0,
  prompts: 0,
  resources: 0,
  resource_templates: 0,
  coverage: coverage(8),
  problems: [],
  warnings: [],
  stderr_tail: [],
  ...more,
});

let home: string;
let gateway: RecordGateway | undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-doctor-'));
});

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  await rm(home, { recursive: true, force: true });
});

const deps = (more: Partial<DoctorDeps> = {}): DoctorDeps => ({
  checkConfig: () =>
    Promise.resolve(ok({ servers: [{ name: 'notes', disabled: false, problem: undefined }], warnings: [] })),
  checkRecord: (dataDir) => ({ state: 'ok', place: join(dataDir, 'record.db'), sizeBytes: 1_234, problem: undefined }),
  nodeVersion: '24.1.0',
  platform: 'linux',
  home,
  ...more,
});

async function doctor(options: DoctorOptions, given: Surroundings = {}, more: Partial<DoctorDeps> = {}) {
  const { io, written } = createIo({ cwd: home, ...given });
  const code = await runDoctor(options, io, deps(more));
  return { code, ...written() };
}

/** A machine on which everything is well. */
async function wellMachine(remembered: Remembered = {}): Promise<RecordGateway> {
  gateway = await startRecordGateway({ status: status(), servers: [server('notes')], ...remembered });
  await writeFile(join(gateway.data, 'toolmark.json'), '{}');
  const entry = { url: `${gateway.url()}/mcp`, headers: { Authorization: `Bearer ${gateway.token}` } };
  await mkdir(join(home, '.cursor'));
  await writeFile(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { toolmark: entry } }));
  return gateway;
}

describe('toolmark doctor', () => {
  it('says that all is well', async () => {
    const { data, url } = await wellMachine();
    expect(await doctor({}, { home: data, columns: 200 })).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '✓ Node           24.1.0',
        `✓ data folder    ${data}`,
        `✓ token          ${data}/token`,
        `✓ config         ${data}/toolmark.json, 1 server`,
        `✓ gateway        ${url()}, version 9.9.9, since 2026-11-15 11:00:00 (1h ago)`,
        '✓ record         /home/me/.toolmark/record.db (12.3 MB)',
        '✓ server notes   ready, 2 tools',
        `✓ client Cursor  'toolmark' in ${home}/.cursor/mcp.json points to this gateway.`,
        '',
        'All well.',
        '',
      ].join('\n'),
    });
  });

  it('says on a new machine what comes next, which is nothing wrong', async () => {
    const data = join(home, 'none');
    const { code, stdout } = await doctor(
      {},
      { home: data, columns: 100 },
      { checkRecord: () => ({ state: 'missing', place: '', sizeBytes: 0, problem: undefined }) },
    );
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .filter((line) => line.includes('→'))
        .map((line) => line.trim()),
    ).toEqual([
      '→ toolmark serve makes it.',
      '→ toolmark serve makes one.',
      '→ toolmark serve writes a first one.',
      '→ toolmark serve',
      '→ Add it to one: toolmark stdio --help and toolmark serve --help tell how.',
    ]);
    expect(stdout.trimEnd().endsWith('\n5 hints.')).toBe(true);
  });

  it('ends with 1 and says what to do where something is wrong', async () => {
    const failing = {
      ...status().record,
      state: 'failing',
      problem: 'The disk is full. Make room.',
      lost_calls: 3,
    } as const;
    const { data } = await wellMachine({
      status: status({ version: '1.0.0', config_problem: 'mcpServers: expected an object', record: failing }),
      servers: [
        server('half', { coverage: coverage(5) }),
        server('liar', { coverage: coverage(8, 1) }),
        server('sick', { state: 'failed', reason: 'It exited with code 1.\u001b[2J' }),
        server('late', { state: 'connecting' }),
        server('off', { state: 'disabled' }),
      ],
    });
    const { code, stdout } = await doctor({ json: true }, { home: data });
    const { ok: isOk, checks } = JSON.parse(stdout) as {
      ok: boolean;
      checks: { name: string; state: string; message: string; fix?: string }[];
    };
    expect([code, isOk]).toEqual([1, false]);
    const found = checks
      .filter(({ name }) => /gateway|record|server/.test(name))
      .map(({ name, state, message, fix }) => [name, state, message, fix]);
    expect(found).toEqual([
      ['gateway', 'warning', expect.stringContaining('version 1.0.0'), expect.stringContaining('start it again')],
      [
        'gateway',
        'problem',
        'It goes on with an older config: mcpServers: expected an object',
        'Correct /home/me/.toolmark/toolmark.json',
      ],
      ['record', 'problem', 'The disk is full. Make room.', undefined],
      ['record', 'warning', '3 calls could not be recorded since the gateway was started.', undefined],
      [
        'server half',
        'warning',
        "ready, 2 tools; 62 % of their hints are declared, the rest count as MCP's defaults",
        'toolmark audit --server half',
      ],
      [
        'server liar',
        'warning',
        'ready, 2 tools; the words of 1 speak against their hints',
        'toolmark audit --server liar',
      ],
      ['server sick', 'problem', 'failed: It exited with code 1.�[2J', 'toolmark servers show sick'],
      ['server late', 'warning', 'connecting', 'toolmark servers show late'],
      ['server off', 'ok', 'disabled in the config', undefined],
    ]);
  });

  it.each<[string, Partial<DoctorDeps>, readonly (readonly [string, string, string])[]]>([
    [
      'a config that cannot be used',
      { checkConfig: () => Promise.resolve(err('toolmark.json has 2 problems:\n  a: x\n  b: y\u001b[2J')) },
      [['config', 'problem', 'toolmark.json has 2 problems:\n  a: x\n  b: y�[2J']],
    ],
    [
      'a config with strange things',
      {
        checkConfig: () =>
          Promise.resolve(
            ok({
              servers: [{ name: 'a', disabled: true, problem: 'TOKEN is not set' }],
              warnings: [{ path: 'mcpServers.a.foo', message: 'is not known' }],
            }),
          ),
      },
      [
        ['config', 'ok', expect.stringContaining('1 server, 1 of them disabled')],
        ['config', 'problem', "Server 'a' cannot be started: TOKEN is not set"],
        ['config', 'warning', 'mcpServers.a.foo is not known'],
      ],
    ],
    [
      'a record that is broken',
      {
        checkRecord: () => ({
          state: 'broken',
          place: '/r',
          sizeBytes: 1,
          problem: 'The file is damaged. Move it away.',
        }),
      },
      [['record', 'problem', 'The file is damaged. Move it away.']],
    ],
    [
      'a look that fails',
      {
        checkRecord: () => {
          throw new Error('no such thing');
        },
      },
      [['record', 'problem', 'It cannot be looked at: no such thing']],
    ],
  ])('%s', async (_case, more, wanted) => {
    await writeFile(join(home, 'toolmark.json'), '{}');
    const { stdout } = await doctor({ json: true }, { home }, more);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; message: string }[] };
    const names = wanted.map(([name]) => name);
    expect(
      checks.filter(({ name }) => names.includes(name)).map(({ name, state, message }) => [name, state, message]),
    ).toEqual(wanted);
  });

  it.each<[string, Remembered, string, string]>([
    ['is older', {}, 'problem', 'is older and cannot tell how it is.'],
    ['records nothing', { status: status({ record: { ...status().record, state: 'off' } }) }, 'ok', 'version 9.9.9'],
  ])('a gateway that %s', async (_case, remembered, state, message) => {
    gateway = await startRecordGateway(remembered);
    const { stdout } = await doctor({ json: true }, { home: gateway.data });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; message: string }[] };
    expect(checks.find(({ name }) => name === 'gateway')).toMatchObject({
      state,
      message: expect.stringContaining(message),
    });
  });

  it('a gateway that wants another token', async () => {
    gateway = await startRecordGateway({ status: status() });
    await writeFile(join(gateway.data, 'token'), 'another-one');
    const { code, stdout } = await doctor({}, { home: gateway.data });
    expect([code, stdout.includes('This gateway wants its token.'), stdout.includes('another-one')]).toEqual([
      1,
      true,
      false,
    ]);
  });

  it('could not look: an address that is none, and Ctrl-C', async () => {
    expect((await doctor({ url: 'nonsense' })).code).toBe(2);
    expect(await doctor({}, { signal: AbortSignal.abort() })).toMatchObject({ code: 130, stderr: 'Interrupted.\n' });
  });

  it('fits into 80 columns', async () => {
    const { data } = await wellMachine({ servers: [server('half', { coverage: coverage(5) })] });
    const { stdout } = await doctor({}, { home: data, columns: 80 });
    // A path has no place to break at.
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('/'))).toEqual([]);
  });
});

describe('the machine', () => {
  it.each([
    ['22.18.0', 'ok'],
    ['24.0.0', 'ok'],
    ['22.17.9', 'problem'],
    ['20.19.0', 'problem'],
  ])('Node %s is %s', (nodeVersion, state) => expect(checkNode({ nodeVersion }).state).toBe(state));

  it.each<[string, number, string, string | undefined]>([
    ['linux', 0o700, 'ok', undefined],
    ['linux', 0o755, 'warning', 'chmod 700'],
    ['win32', 0o755, 'ok', undefined],
  ])('on %s a folder of mode %o is %s', async (platform, mode, state, fix) => {
    await chmod(home, mode);
    const found = await checkDataDir(home, { platform });
    expect([found.state, found.fix?.slice(0, 9)]).toEqual([state, fix]);
  });

  it('a folder that is a file', async () => {
    await writeFile(join(home, 'file'), '');
    expect(await checkDataDir(join(home, 'file'), { platform: 'linux' })).toMatchObject({
      state: 'problem',
      message: `${home}/file is no folder.`,
    });
    expect(await checkDataDir(join(home, 'file', 'below'), { platform: 'linux' })).toMatchObject({ state: 'problem' });
  });

  it.each<[string, number, string, string]>([
    ['secret', 0o600, 'ok', 'token'],
    ['secret', 0o644, 'problem', 'can be used by others on this machine (mode 644).'],
    ['secret', 0o620, 'problem', '(mode 620).'],
    [' \n', 0o600, 'problem', 'is empty.'],
  ])('a token %j of mode %o is %s', async (text, mode, state, message) => {
    await writeFile(join(home, 'token'), text);
    await chmod(join(home, 'token'), mode);
    const found = await checkToken(home, { platform: 'linux' });
    expect([found.state, found.message.endsWith(message)]).toEqual([state, true]);
    expect(found.message).not.toContain('secret');
  });

  it('is not waited for longer than a while', async () => {
    expect(await within('disk', () => new Promise(() => {}), 1)).toEqual([
      { name: 'disk', state: 'problem', message: 'There was no answer within 0.001 s.' },
    ]);
  });
});
