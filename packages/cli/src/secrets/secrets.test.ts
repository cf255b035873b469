import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor, type Surroundings } from '../fixtures/ask.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-cli-secrets-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const ask = (args: readonly string[], given: Surroundings = {}): Promise<Asked> =>
  askFor(['secrets', ...args], { home, env: { TOOLMARK_SECRET_STORE: 'file' }, ...given });
const piped = (text: string): Surroundings => ({ typed: Readable.from([text]) });

describe('toolmark secrets', () => {
  it('keeps a value from stdin without its last line break, and never prints it', async () => {
    const set = await ask(['set', 'GITHUB_TOKEN'], piped('ghp_value\n'));
    expect(set).toEqual({
      code: 0,
      stdout: `✓ GITHUB_TOKEN is set (encrypted file).\n  Refer to it in the config: $${'{'}secret:GITHUB_TOKEN}\n`,
      stderr: '',
    });
    expect((await ask(['set', 'GITHUB_TOKEN'], piped('two\nlines\r\n'))).stdout).toContain('is changed');
    const { stdout } = await ask([]);
    expect(stdout.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['NAME', 'KEPT IN', 'CHANGED', 'STATUS'],
      ['GITHUB_TOKEN', 'encrypted file', expect.any(String), '✓ readable'],
      [''],
    ]);
    expect(await readFile(join(home, 'secrets.json'), 'utf8')).not.toMatch(/ghp_value|lines/);
  });

  it('reads the value from a terminal without showing it', async () => {
    const { code, stdout, stderr } = await ask(['set', 'A'], { isTTY: true, ...piped('typed-value\n') });
    expect([code, stderr]).toEqual([0, 'Value of A: \n']);
    expect(stdout).not.toContain('typed-value');
  });

  it('sets nothing after Ctrl-C', async () => {
    const { code, stderr } = await ask(['set', 'A'], { isTTY: true, ...piped('typed\u0003') });
    expect([code, stderr]).toEqual([2, 'Value of A: \nA was not set.\n']);
  });

  it('says how to begin if there are none', async () => {
    expect((await ask([])).stdout).toBe('  No secrets.\n  Set one: toolmark secrets set <name>\n');
    expect(JSON.parse((await ask(['--json'])).stdout)).toEqual({ secrets: [], total: 0 });
  });

  it('removes a secret after confirmation only', async () => {
    await ask(['set', 'A'], piped('x'));
    expect(await ask(['remove', 'A'])).toMatchObject({
      code: 1,
      stderr: 'A was not removed, because there is no terminal to ask in. To skip the question, add --yes.\n',
    });
    expect(await ask(['remove', 'A', '--yes'])).toMatchObject({ code: 0, stdout: '✓ A is removed.\n' });
    expect(await ask(['remove', 'A', '--yes'])).toMatchObject({
      code: 2,
      stderr: "There is no secret 'A'. To list them: toolmark secrets\n",
    });
  });

  it.each([
    ['an invalid name', ['set', '1st'], 'x', "'1st' cannot be the name of a secret."],
    ['no value', ['set', 'A'], '\n', 'A needs a value.'],
  ])('refuses %s', async (_case, args, typed, message) => {
    const { code, stderr } = await ask(args, piped(typed));
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });

  it('names the setting if it has an unknown value', async () => {
    const { code, stderr } = await ask([], { env: { TOOLMARK_SECRET_STORE: 'vault' } });
    expect([code, stderr]).toEqual([2, "TOOLMARK_SECRET_STORE is 'vault'. Use keyring, file or auto.\n"]);
  });
});
