import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok } from '@toolmark/annotations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkedServer, configOf, createMachine, type Machine } from '../fixtures/machine.ts';
import type { DoctorDeps } from './deps.ts';
import { toProblemAndFix } from './record-problem.ts';

let machine: Machine;

beforeEach(async () => {
  machine = await createMachine();
  await writeFile(join(machine.home, 'toolmark.json'), '{}');
});

afterEach(() => machine.close());

/** The checks with these names, without a running gateway. */
async function found(names: readonly string[], more: Partial<DoctorDeps>) {
  const checks = await machine.checks({ home: machine.home }, more);
  return checks
    .filter(({ name }) => names.includes(name))
    .map(({ name, state, message, fix }) => [name, state, message, fix]);
}

describe('without a running gateway', () => {
  it.each<[string, Partial<DoctorDeps>, readonly (readonly [string, string, string, string | undefined])[]]>([
    [
      'a config that cannot be used',
      { checkConfig: () => Promise.resolve(err('toolmark.json has 2 problems:\n  a: x\n  b: y\u001b[2J')) },
      [['config', 'problem', 'toolmark.json has 2 problems:\n  a: x\n  b: y�[2J', expect.stringContaining('Correct ')]],
    ],
    [
      'a config with warnings',
      {
        checkConfig: () =>
          Promise.resolve(
            ok({
              ...configOf(),
              servers: [checkedServer('a', { disabled: true, problem: 'TOKEN is not set' })],
              warnings: [{ path: 'mcpServers.a.foo', message: 'is not known' }],
            }),
          ),
      },
      [
        ['config', 'ok', expect.stringContaining('1 server, 1 of them disabled'), undefined],
        ['config', 'problem', "Server 'a' cannot be started: TOKEN is not set", undefined],
        ['config', 'warning', 'mcpServers.a.foo is not known', undefined],
      ],
    ],
    [
      'a damaged record',
      {
        checkRecord: async () => ({
          state: 'broken',
          place: '/my. data/r',
          sizeBytes: 1,
          problem: '/my. data/r is damaged. Move it away; a new one is created automatically.',
        }),
      },
      [['record', 'problem', '/my. data/r is damaged.', 'Move it away; a new one is created automatically.']],
    ],
    [
      'a check that fails',
      {
        checkRecord: async () => {
          throw new Error('no such thing');
        },
      },
      [['record', 'problem', 'Could not be checked: no such thing', undefined]],
    ],
  ])('%s', async (_case, more, wanted) => {
    expect(await found([...new Set(wanted.map(([name]) => name))], more)).toEqual(wanted);
  });

  it('reports missing server programs', async () => {
    const bin = join(machine.home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'notes'), '');
    const servers = [
      checkedServer('by-path', { command: join(bin, 'notes') }),
      checkedServer('by-name', { command: 'notes', path: bin }),
      checkedServer('by-folder', { command: './notes', cwd: bin }),
      checkedServer('not-there', { command: 'notes' }),
      checkedServer('gone', { command: '/opt/gone\u001b[2J' }),
      checkedServer('off', { command: 'nowhere', disabled: true }),
      checkedServer('sick', { command: 'nowhere', problem: 'TOKEN is not set' }),
      checkedServer('far', { command: undefined, url: 'https://example.com/mcp' }),
    ];
    const checkConfig = () => Promise.resolve(ok({ ...configOf(), servers }));
    const fix = `Install it, or correct the command in ${machine.home}/toolmark.json`;
    expect(
      await found(
        servers.map(({ name }) => `server ${name}`),
        { checkConfig },
      ),
    ).toEqual([
      ['server not-there', 'problem', 'starts notes, which does not exist.', fix],
      ['server gone', 'problem', 'starts /opt/gone�[2J, which does not exist.', fix],
    ]);
  });
});

describe('the record problem of a gateway', () => {
  it.each<[string, string, object]>([
    ['The disk with /r is full. Free some.', '/r', { message: 'The disk with /r is full.', fix: 'Free some.' }],
    ['/a. b is damaged. Move it.', '/a. b', { message: '/a. b is damaged.', fix: 'Move it.' }],
    ['It is gone.', '', { message: 'It is gone.' }],
  ])('splits %j for %s into message and fix', (problem, place, parts) =>
    expect(toProblemAndFix(problem, place)).toEqual(parts),
  );
});
