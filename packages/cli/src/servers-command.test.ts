import { stripVTControlCharacters } from 'node:util';
import { serverListSchema, serverSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE_NOTE, LIST_NOTES } from './fixtures/notes.ts';
import { askGateway, type RunningFront, startFront } from './fixtures/running-gateway.ts';

let front: RunningFront;
const restarted: string[] = [];

beforeAll(async () => {
  const sick = {
    state: 'waiting',
    reason:
      'It exited with code 1: \u001b[31mno such module\u001b[0m, and said a good deal more about why that was so.',
    nextAttempt: Date.UTC(2026, 10, 15, 12, 0, 4),
    restarts: 7,
    transport: undefined,
    protocolVersion: undefined,
    serverInfo: undefined,
    stderrTail: ['Error: no such module', '    at main'],
    warnings: ['noise on stdout'],
  } as const;
  front = await startFront(
    [
      { name: 'notes', status: { inFlight: 2, queued: 1 }, tools: [LIST_NOTES, DELETE_NOTE] },
      { name: 'issues', status: sick, tools: ['no definition'] },
      { name: 'off', status: { state: 'disabled' } },
    ],
    (name) => {
      restarted.push(name);
      return Promise.resolve();
    },
  );
});

afterAll(() => front.close());

describe('toolmark servers', () => {
  it.each([['servers'], ['servers', 'list']])(
    '%s %s lists them, with the reason below one that is not ready',
    async (...args) => {
      expect(await askGateway(args, { home: front.data })).toEqual({
        code: 0,
        stderr: '',
        stdout: [
          '  NAME    STATE         TOOLS  HINTS  OVER',
          '  notes   ● ready           2   62 %  stdio 2025-11-25',
          '  issues  ◌ waiting         0      –  –',
          '      It exited with code 1: �[31mno such module�[0m, and said a good deal more',
          '      about why that was so. Retrying in 4 s.',
          '  off     ○ disabled        0      –  stdio 2025-11-25',
          '',
        ].join('\n'),
      });
    },
  );

  it('show prints all details of one', async () => {
    const { code, stdout } = await askGateway(['servers', 'show', 'issues'], { home: front.data });
    expect(code).toBe(0);
    // The catalog words problems of a definition.
    expect(stdout.replace(/! .*"no definition".*/, '! …')).toBe(
      [
        'issues  ◌ waiting',
        '  ! It exited with code 1: �[31mno such module�[0m, and said a good deal more',
        '    about why that was so. Retrying in 4 s.',
        '',
        '  state              waiting since 2026-11-15T12:00:00.000Z',
        '  reached over       –',
        '  reports itself as  –',
        '  offers             0 tools, 0 prompts, 0 resources, 0 templates',
        '  hints              0/0 declared, 0/0 tools complete',
        '  findings           0 errors, 0 warnings, 0 notes, 0 tools contradicted',
        '  calls              0 running, 0 waiting',
        '  restarts           7',
        '',
        '  Left out or repaired',
        '  ! …',
        '',
        '  Warnings',
        '  ! noise on stdout',
        '',
        '  Last lines of stderr:',
        '    Error: no such module',
        '        at main',
        '',
      ].join('\n'),
    );
  });

  it('restart restarts one, and reports the result', async () => {
    expect(await askGateway(['servers', 'restart', 'notes'], { home: front.data })).toEqual({
      code: 0,
      stdout: '✓ notes was restarted and is ready.\n',
      stderr: '',
    });
    const sick = await askGateway(['servers', 'restart', 'issues'], { home: front.data });
    expect([sick.code, restarted]).toEqual([1, ['notes', 'issues']]);
    expect(sick.stdout).toContain('! issues was restarted and is waiting. It exited with code 1');
  });

  it("prints the gateway's answer with --json", async () => {
    const list = await askGateway(['servers', '--json'], { home: front.data });
    expect(serverListSchema.parse(JSON.parse(list.stdout))).toMatchObject({ total: 3 });
    const one = await askGateway(['servers', 'show', 'notes', '--json'], { home: front.data });
    expect(serverSchema.parse(JSON.parse(one.stdout))).toMatchObject({ name: 'notes', in_flight: 2 });
    const again = await askGateway(['servers', 'restart', 'notes', '--json'], { home: front.data });
    expect(serverSchema.parse(JSON.parse(again.stdout)).state).toBe('ready');
  });

  it('fits into narrow and wide terminals, with and without colour', async () => {
    for (const columns of [80, 132]) {
      const plain = await askGateway(['servers'], { home: front.data, columns });
      const coloured = await askGateway(['servers', '--color'], { home: front.data, columns });
      expect(plain.stdout.split('\n').every((line) => line.length <= columns)).toBe(true);
      expect(coloured.stdout).toContain('\u001b[32m● ready');
      expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
    }
  });

  it.each<[string, readonly string[], string]>([
    ['an unknown name', ['servers', 'show', 'note'], "There is no server 'note'. Did you mean notes?\n"],
    ['an unknown name', ['servers', 'restart', 'isues'], "There is no server 'isues'. Did you mean issues?\n"],
    ['a disabled server', ['servers', 'restart', 'off'], "Server 'off' is disabled in the config.\n"],
    ['a forgotten show', ['servers', 'notes'], 'To see one server: toolmark servers show notes\n'],
  ])('%s fails with one sentence and exit code 2', async (_case, args, stderr) => {
    expect(await askGateway(args, { home: front.data })).toEqual({ code: 2, stdout: '', stderr });
  });

  it('explains an empty list', async () => {
    const empty = await startFront([]);
    const { stdout } = await askGateway(['servers'], { home: empty.data });
    empty.close();
    expect(stdout).toBe('  No servers. Add one to mcpServers in toolmark.json.\n');
  });
});
