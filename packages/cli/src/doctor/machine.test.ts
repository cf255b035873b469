import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withTimeout } from './check.ts';
import { checkDataDir, checkNode, checkToken } from './machine.ts';

const START = { serve: 'toolmark serve --data x' };

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-machine-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

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
    const found = await checkDataDir(home, { platform }, START);
    expect([found.state, found.fix?.slice(0, 9)]).toEqual([state, fix]);
  });

  it('a file in place of the folder, and a missing folder', async () => {
    await writeFile(join(home, 'file'), '');
    const check = (name: string) => checkDataDir(join(home, name), { platform: 'linux' }, START);
    expect(await check('file')).toMatchObject({ state: 'problem', message: `${home}/file is not a folder.` });
    expect(await check('file/below')).toMatchObject({ state: 'problem' });
    expect(await check('none')).toMatchObject({ state: 'warning', fix: 'toolmark serve --data x creates it.' });
  });

  it.each<[string, number, string, string, string | undefined]>([
    ['secret', 0o600, 'ok', 'token', undefined],
    ['secret', 0o644, 'problem', 'can be used by others on this machine (mode 644).', 'chmod 600 '],
    ['secret', 0o620, 'problem', '(mode 620).', 'chmod 600 '],
    [' \n', 0o600, 'problem', 'is empty.', 'Delete it '],
  ])('a token %j of mode %o is %s', async (text, mode, state, message, fix) => {
    await writeFile(join(home, 'owner-token'), text);
    await chmod(join(home, 'owner-token'), mode);
    const found = await checkToken(home, { platform: 'linux', isOpen: false, ...START });
    expect([found.state, found.message.endsWith(message), found.fix?.slice(0, 10)]).toEqual([state, true, fix]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it.each<[boolean, string | undefined, string, string]>([
    [false, undefined, 'warning', 'There is none yet.'],
    [true, undefined, 'ok', 'The running gateway needs none (--no-auth).'],
    [true, 'secret', 'ok', '/owner-token. The running gateway needs none (--no-auth).'],
  ])('with --no-auth %s, a token %s is %s', async (isOpen, text, state, message) => {
    if (text !== undefined) await writeFile(join(home, 'owner-token'), text, { mode: 0o600 });
    const found = await checkToken(home, { platform: 'linux', isOpen, ...START });
    expect([found.state, found.message.endsWith(message)]).toEqual([state, true]);
  });

  it('has a deadline', async () => {
    expect(await withTimeout('disk', () => new Promise(() => {}), 1)).toEqual([
      { name: 'disk', state: 'problem', message: 'No answer within 0.001 s.' },
    ]);
  });
});
