import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientHome, createClientHome } from '../fixtures/client-home.ts';

const SHARED = 'the-token-of-an-earlier-version-0123456789';
const CURSOR = '.cursor/mcp.json';
const CODEX = '.codex/config.toml';
const NEW = /tmk_[\w-]{43}/;

let machine: ClientHome;
beforeEach(async () => {
  machine = await createClientHome();
  await machine.put('.toolmark/token', `${SHARED}\n`);
});

const cursor = (token: string): string =>
  `{\n  // mine\n  "mcpServers": { "toolmark": { "url": "http://127.0.0.1:7420/mcp", "headers": { "Authorization": "Bearer ${token}" } } },\n}\n`;
const codex = (token: string): string =>
  `# mine\n[mcp_servers.toolmark]\ncommand = "npx"\nargs = ["mcp-remote", "http://127.0.0.1:7420/mcp", "--header", "Authorization: Bearer ${token}"]\n`;

const names = async (): Promise<readonly string[]> =>
  (
    JSON.parse(await machine.read('.toolmark/tokens.json')) as { readonly tokens: readonly { name: string }[] }
  ).tokens.map(({ name }) => name);

describe('toolmark connect --replace-token', () => {
  it('gives each client its own token, keeps a backup, and removes the shared one', async () => {
    const file = await machine.put(CURSOR, cursor(SHARED));
    await chmod(file, 0o644);
    await machine.put(CODEX, codex(SHARED));
    const { code, stdout, stderr } = await machine.run(['connect', '--replace-token'], 'y');
    expect([code, `${stdout}${stderr}`.includes(SHARED), NEW.test(`${stdout}${stderr}`)]).toEqual([0, false, false]);
    const [first, second] = [await machine.read(CURSOR), await machine.read(CODEX)].map(
      (text) => NEW.exec(text)?.[0] ?? '',
    );
    expect([await machine.read(CURSOR), await machine.read(CODEX)]).toEqual([cursor(first ?? ''), codex(second ?? '')]);
    expect([first === second, (await names()).toSorted()]).toEqual([false, ['codex', 'cursor']]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain('only you can read it (mode 600)');
    expect(await readdir(machine.data)).not.toContain('token');
    const [backup = ''] = (await readdir(join(machine.home, '.cursor'))).filter((name) => name !== 'mcp.json');
    expect(await machine.read(join('.cursor', backup))).toBe(cursor(SHARED));
    // A second run has nothing to do.
    expect((await machine.run(['connect', '--replace-token'])).stdout).toMatch(/^There is no shared token/);
  });

  it.each<[string, readonly string[], string | undefined, number]>([
    ['a no', [], 'n', 2],
    ['no terminal', [], undefined, 2],
    ['--dry-run', ['--dry-run'], undefined, 0],
  ])('changes nothing after %s', async (_case, args, typed, code) => {
    await machine.put(CURSOR, cursor(SHARED));
    const asked = await machine.run(['connect', '--replace-token', ...args], typed);
    expect([asked.code, await machine.read(CURSOR)]).toEqual([code, cursor(SHARED)]);
    expect(await readdir(machine.data)).toEqual(['owner-token', 'token']);
  });

  it('keeps the shared token if a client could not be changed', async () => {
    const file = await machine.put(CURSOR, cursor(SHARED));
    await chmod(file, 0o400);
    const { code, stderr } = await machine.run(['connect', '--replace-token', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is read-only.*\nNothing was changed/)]);
    expect(await readdir(machine.data)).toContain('token');
  });

  it('can be undone per client like any connection', async () => {
    await machine.put(CURSOR, cursor(SHARED));
    await machine.run(['connect', '--replace-token', '--yes']);
    const { code, stdout } = await machine.run(['connect', 'cursor', '--undo', '--yes']);
    expect([code, stdout.includes('Its token, cursor, is revoked.')]).toEqual([0, true]);
    expect(await machine.read(CURSOR)).not.toMatch(NEW);
  });

  it('applies to all clients at once', async () => {
    expect(await machine.run(['connect', 'cursor', '--replace-token'])).toMatchObject({ code: 2 });
  });
});
