import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coverageOf, createMachine, type Machine, serverOf } from '../fixtures/machine.ts';
import { status } from '../fixtures/record.ts';
import type { Remembered } from '../fixtures/record-gateway.ts';
import type { DoctorOptions } from './doctor.ts';

let machine: Machine;

beforeEach(async () => {
  machine = await createMachine();
});

afterEach(() => machine.close());

/** Every possible problem and warning, with a server of each kind. */
const SICK: Remembered = {
  status: status({
    version: '1.0.0',
    config_problem: 'mcpServers: expected an object',
    record: {
      ...status().record,
      state: 'failing',
      problem: 'The disk with /home/me/.toolmark/record.db is full. Make room.',
      lost_calls: 3,
    },
  }),
  servers: [
    serverOf('half', { coverage: coverageOf(5) }),
    serverOf('liar', { coverage: coverageOf(8, 1) }),
    serverOf('sick', { state: 'failed', reason: 'It exited with code 1.\u001b[2J' }),
    serverOf('late', { state: 'connecting' }),
    serverOf('off', { state: 'disabled' }),
  ],
};

describe('toolmark doctor', () => {
  it('reports that everything is fine', async () => {
    const { data, url } = await machine.startWell();
    expect(await machine.doctor({}, { home: data, columns: 200 })).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '✓ Node           24.1.0',
        `✓ data folder    ${data}`,
        `✓ token          ${data}/owner-token`,
        `✓ config         ${data}/toolmark.json, 1 server`,
        `✓ gateway        ${url()}, version 9.9.9, since 2026-11-15 11:00:00 (1h ago)`,
        '✓ record         /home/me/.toolmark/record.db (12.3 MB)',
        '✓ server notes   ready, 2 tools',
        `✓ client Cursor  'toolmark' in ${machine.home}/.cursor/mcp.json points to this gateway.`,
        '',
        'No problems found.',
        '',
      ].join('\n'),
    });
  });

  it.each<[string, readonly [string] | readonly []]>([
    ['', []],
    [' --data ./my-data', ['./my-data']],
  ])('says what to do next on a new machine, in the same folder%s', async (more, [data]) => {
    const { code, stdout } = await machine.doctor(
      data === undefined ? {} : { data },
      { home: join(machine.home, 'none'), columns: 120 },
      { checkRecord: async () => ({ state: 'missing', place: '', sizeBytes: 0, problem: undefined }) },
    );
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .filter((line) => line.includes('→'))
        .map((line) => line.trim()),
    ).toEqual([
      `→ toolmark serve${more} creates it.`,
      `→ toolmark serve${more} creates one.`,
      `→ toolmark serve${more} creates it.`,
      `→ toolmark serve${more}`,
      '→ toolmark connect',
    ]);
    expect(stdout.trimEnd().endsWith('\n5 remarks.')).toBe(true);
  });

  it('exits with 1 and gives advice for each problem', async () => {
    const { data } = await machine.startWell(SICK);
    expect((await machine.doctor({ json: true }, { home: data })).code).toBe(1);
    const checks = await machine.checks({ home: data });
    const config = '/home/me/.toolmark/toolmark.json';
    expect(
      checks
        .filter(({ name }) => /gateway|record|server/.test(name))
        .map(({ name, state, message, fix }) => [name, state, message, fix]),
    ).toEqual([
      ['gateway', 'warning', expect.stringContaining('version 1.0.0'), expect.stringContaining('start it again')],
      ['gateway', 'problem', 'It keeps using an older config: mcpServers: expected an object', `Correct ${config}`],
      ['record', 'problem', 'The disk with /home/me/.toolmark/record.db is full.', 'Make room.'],
      ['record', 'warning', '3 calls could not be recorded since the gateway was started.', undefined],
      [
        'server half',
        'warning',
        "ready, 2 tools; 62 % of their hints are declared, the rest have MCP's defaults",
        `toolmark audit --server half --config ${config}`,
      ],
      [
        'server liar',
        'warning',
        'ready, 2 tools; the name or description of 1 contradicts its hints',
        `toolmark audit --server liar --config ${config}`,
      ],
      ['server sick', 'problem', 'failed: It exited with code 1.�[2J', 'toolmark servers show sick'],
      ['server late', 'warning', 'connecting', 'toolmark servers show late'],
      ['server off', 'ok', 'disabled in the config', undefined],
    ]);
  });

  it('prints commands for the same gateway, however it was found', async () => {
    const running = await machine.startWell(SICK);
    const fixOf = async (home: string, options: DoctorOptions) =>
      (await machine.checks({ home }, {}, options)).find(({ name }) => name === 'server sick')?.fix;
    expect(await fixOf(running.data, {})).toBe('toolmark servers show sick');
    expect(await fixOf(machine.home, { data: running.data })).toBe(`toolmark servers show sick --data ${running.data}`);
    expect(await fixOf(running.data, { url: running.url() })).toBe(`toolmark servers show sick --url ${running.url()}`);
  });

  it('finds the config of the default folder by itself', async () => {
    const config_file = join(machine.home, 'toolmark.json');
    const running = await machine.startWell({ ...SICK, status: status({ config_file }) });
    const ours = await machine.checks({ home: machine.home }, {}, { data: running.data });
    expect(ours.find(({ name }) => name === 'server half')?.fix).toBe('toolmark audit --server half');
  });

  it.each<[string, Remembered, string, string]>([
    ['is older', {}, 'problem', 'is older and does not report its state.'],
    ['records nothing', { status: status({ record: { ...status().record, state: 'off' } }) }, 'ok', 'version 9.9.9'],
  ])('a gateway that %s', async (_case, remembered, state, message) => {
    const { data } = await machine.start(remembered);
    const checks = await machine.checks({ home: data });
    expect(checks.find(({ name }) => name === 'gateway')).toMatchObject({
      state,
      message: expect.stringContaining(message),
    });
  });

  it('a gateway with pending approvals', async () => {
    const { data } = await machine.start({ status: status({ approvals_pending: 2, held_tools: 1 }) });
    const checks = await machine.checks({}, {}, { data });
    expect(checks.filter(({ name }) => name === 'approvals' || name === 'tools')).toEqual([
      {
        name: 'approvals',
        state: 'warning',
        message: '2 calls wait for approval.',
        fix: `toolmark approvals --data ${data}`,
      },
      {
        name: 'tools',
        state: 'warning',
        message: '1 tool is held until you accept it.',
        fix: `toolmark tools --held --data ${data}`,
      },
    ]);
  });

  it('a gateway whose file has no address', async () => {
    await writeFile(join(machine.home, 'gateway.json'), '{}');
    const checks = await machine.checks({}, {}, { data: machine.home });
    expect(checks.find(({ name }) => name === 'gateway')).toEqual({
      name: 'gateway',
      state: 'problem',
      message: `${machine.home}/gateway.json does not contain the gateway's address.`,
      fix: `Delete it and start the gateway again with: toolmark serve --data ${machine.home}`,
    });
  });

  it('a gateway that requires another token', async () => {
    const { data } = await machine.start({ status: status() });
    await writeFile(join(data, 'owner-token'), 'another-one');
    const { code, stdout } = await machine.doctor({}, { home: data });
    expect([code, stdout.includes('This gateway requires its token.'), stdout.includes('another-one')]).toEqual([
      1,
      true,
      false,
    ]);
  });

  it('a gateway that needs no token', async () => {
    const { data } = await machine.startWell({ isOpen: true });
    await writeFile(join(data, 'owner-token'), 'one-that-nobody-asks-for', { mode: 0o600 });
    const checks = await machine.checks({ home: data });
    expect(checks.filter(({ name }) => name === 'token' || name === 'client Cursor')).toEqual([
      { name: 'token', state: 'ok', message: `${data}/owner-token. The running gateway needs none (--no-auth).` },
      { name: 'client Cursor', state: 'ok', message: expect.stringContaining('points to this gateway.') },
    ]);
  });

  it('exits with 2 for an invalid address, and on Ctrl-C', async () => {
    expect((await machine.doctor({ url: 'nonsense' })).code).toBe(2);
    expect(await machine.doctor({}, { signal: AbortSignal.abort() })).toMatchObject({
      code: 130,
      stderr: 'Interrupted.\n',
    });
  });

  it('fits into 80 columns', async () => {
    const { data } = await machine.startWell({ servers: [serverOf('half', { coverage: coverageOf(5) })] });
    const { stdout } = await machine.doctor({}, { home: data, columns: 80 });
    // A path cannot be wrapped.
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('/'))).toEqual([]);
  });
});
