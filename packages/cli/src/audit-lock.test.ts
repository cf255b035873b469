import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bare, server, toolmark } from './fixtures/toolmark.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'toolmark-lock-'));
});
const audit = (...args: readonly string[]) => toolmark(['audit', ...args], { cwd });

describe('toolmark audit --lock', () => {
  it.each<[string, readonly string[], string | undefined, string]>([
    ['an update without a lock', ['--update-lock'], undefined, '--update-lock needs --lock FILE.'],
    ['a server name without a lock', ['--lock-server', 'x'], undefined, '--lock-server needs --lock FILE.'],
    ['--prune without an update', ['--lock', 'a.lock', '--prune'], undefined, '--prune needs --update-lock.'],
    ['--yes without an update', ['--lock', 'a.lock', '--yes'], undefined, '--yes needs --update-lock.'],
    [
      'a lock with an invalid server name',
      ['--lock', 'a.lock', '--lock-server', 'c\u001b[2J'],
      '{"version":1,"servers":{"\\u001b[31ma\\nb":{}}}',
      "has no server 'c�[2J'; it has: �[31ma b. --update-lock",
    ],
    ['no lock', ['--lock', 'a.lock'], undefined, 'The lock a.lock does not exist; --update-lock creates it.'],
    ['a folder', ['--lock', '.', '--update-lock'], undefined, 'cannot be read: '],
    [
      'a broken lock',
      ['--lock', 'a.lock'],
      '{',
      'The lock a.lock cannot be used: it cannot be read: it ends where a text in quotes should be (line 1); ',
    ],
    ['a broken lock to be updated', ['--lock', 'a.lock', '--update-lock'], '{', 'The lock a.lock cannot be used: '],
    ['a newer version', ['--lock', 'a.lock'], '{"version":9,"servers":{}}', 'install a newer one.'],
    [
      'an unnamed server',
      ['--lock', 'a.lock'],
      '{"version":1,"servers":{}}',
      'Set --lock-server to the name that a.lock has for this',
    ],
    ['two', ['--lock', 'a.lock'], '{"version":1,"servers":{"a":{},"b":{}}}', 'server; it has: a, b.'],
    [
      'an unknown server',
      ['--lock', 'a.lock', '--lock-server', 'c'],
      '{"version":1,"servers":{"a":{}}}',
      "The lock a.lock has no server 'c'; it has: a. --update-lock pins its tools.",
    ],
  ])('reports %s before it starts a server', async (_case, args, text, sentence) => {
    if (text !== undefined) await writeFile(join(cwd, 'a.lock'), text);
    const { code, stdout, stderr } = await audit(...args, '--', 'no-such-command-at-all');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(await readdir(cwd)).toEqual(text === undefined ? [] : ['a.lock']);
    if (text !== undefined) expect(await readFile(join(cwd, 'a.lock'), 'utf8')).toBe(text);
  });

  it('refuses one name for several servers', async () => {
    const [command, ...args] = server();
    const servers = { a: { command, args }, b: { command, args } };
    await writeFile(join(cwd, 'toolmark.audit.json'), JSON.stringify({ servers }));
    const { stderr } = await audit('--lock', 'a.lock', '--lock-server', 'x', '--update-lock');
    expect(stderr).toBe('--lock-server is for one server; the audit file names several.\n');
  });

  it('keeps the pins of a server that could not be reached, and those of unchanged ones', async () => {
    const lock = ['--lock', 'a.lock', '--update-lock'];
    const [command, ...args] = server();
    const write = (broken: string) =>
      writeFile(
        join(cwd, 'toolmark.audit.json'),
        JSON.stringify({ servers: { a: { command, args }, b: { command: broken, args: server(bare).slice(1) } } }),
      );
    await write(command ?? '');
    expect((await audit(...lock, '--fail-on', 'never')).stderr).toContain('wrote a.lock: 3 pinned, 0 removed');
    const before = await readFile(join(cwd, 'a.lock'), 'utf8');
    await write('no-such-command-at-all');
    const { code, stderr } = await audit(...lock);
    expect([code, stderr]).toEqual([2, 'a.lock is up to date\n']);
    expect(await readFile(join(cwd, 'a.lock'), 'utf8')).toBe(before);
    expect(await readdir(cwd)).toEqual(['a.lock', 'toolmark.audit.json']);
  });

  it('says where it cannot write', async () => {
    const { code, stderr } = await audit(
      '--lock',
      'no/such/a.lock',
      '--lock-server',
      'a',
      '--update-lock',
      '--',
      ...server(),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('The lock no/such/a.lock cannot be written: ');
  });

  it('pins a server without tools, so that its first tool is reported', async () => {
    await writeFile(join(cwd, 'a.lock'), '{"version":1,"servers":{"a":{}}}');
    const { code, stdout } = await audit('--lock', 'a.lock', '--format', 'json', '--', ...server());
    expect([code, stdout.includes('TM914')]).toEqual([1, true]);
  });
});
