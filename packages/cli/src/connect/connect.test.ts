import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientHome, createClientHome } from '../fixtures/client-home.ts';

let machine: ClientHome;
beforeEach(async () => {
  machine = await createClientHome();
});

const CURSOR = '.cursor/mcp.json';
const TEXT = '{\n  // mine\n  "mcpServers": {\n    "notes": { "command": "notes" },\n  },\n}\n';
const TOKEN = /tmk_[\w-]{43}/;
const ENTRY = {
  url: 'http://127.0.0.1:7420/mcp',
  headers: { Authorization: expect.stringMatching(/^Bearer tmk_[\w-]{43}$/) },
};

interface Stored {
  readonly name: string;
  readonly profile: string | null;
  readonly revoked_at: string | null;
}
const storedTokens = async (): Promise<readonly Stored[]> =>
  (JSON.parse(await machine.read('.toolmark/tokens.json')) as { readonly tokens: readonly Stored[] }).tokens;
/** Token names, marked if they are revoked. */
const tokens = async (): Promise<readonly string[]> =>
  (await storedTokens()).map(({ name, revoked_at }) => (revoked_at === null ? name : `${name} revoked`));

describe('toolmark connect', () => {
  it('shows the change without the token, asks, writes, and undoes it byte by byte', async () => {
    const file = await machine.put(CURSOR, TEXT);
    const { code, stdout, stderr } = await machine.run(['connect', 'cursor'], 'y');
    expect([code, TOKEN.test(`${stdout}${stderr}`)]).toEqual([0, false]);
    expect(stderr).toBe(
      [
        `Cursor: ${file}`,
        '      "mcpServers": {',
        '        "notes": { "command": "notes" },',
        '  +     "toolmark": {',
        '  +       "url": "http://127.0.0.1:7420/mcp",',
        '  +       "headers": {',
        '  +         "Authorization": "••••••••"',
        '  +       }',
        '  +     },',
        '      },',
        '    }',
        '    …',
        '- A token named after Cursor is created for it.',
        'Change this file? [y/N] ',
      ].join('\n'),
    );
    expect(stdout).toBe(
      [
        `Toolmark was added to Cursor: ${file}`,
        'Its token: cursor (toolmark tokens shows its last use)',
        `Backup: ${file}.toolmark-backup-2026-11-15T12-00-00Z`,
        'Undo: toolmark connect cursor --undo',
        '- Its other server is still there: notes. To use them through Toolmark: toolmark import --from cursor, then remove them from its file.',
        '- No gateway is running yet. Start it with: toolmark serve',
        '- Cursor asks, or lists it under Settings, MCP; turn it on there if it is off.',
        '',
      ].join('\n'),
    );
    expect((await machine.read(CURSOR)).startsWith('{\n  // mine\n')).toBe(true);
    expect((await machine.run(['connect', 'cursor'])).stdout).toMatch(/^Toolmark is already in Cursor like this/);
    const undone = await machine.run(['connect', 'cursor', '--undo'], 'yes');
    expect([undone.code, undone.stdout]).toEqual([0, `${file} is restored.\nIts token, cursor, is revoked.\n`]);
    expect([undone.stderr.includes('- Its token, cursor, is revoked.'), await tokens()]).toEqual([
      true,
      ['cursor revoked'],
    ]);
    expect([await machine.read(CURSOR), await readdir(join(machine.home, '.cursor'))]).toEqual([TEXT, ['mcp.json']]);
  });

  it('writes a token from stdin instead of a new one', async () => {
    const given = `tmk_${'a'.repeat(40)}`;
    await machine.put(CURSOR, TEXT);
    const { code, stdout, stderr } = await machine.pipe(['connect', 'cursor', '--token-stdin', '--yes'], `${given}\n`);
    expect([code, `${stdout}${stderr}`.includes(given)]).toEqual([0, false]);
    const written = await machine.read(CURSOR);
    expect([written.includes(given), TOKEN.test(written)]).toEqual([true, false]);
  });

  it.each([
    ['nothing', '', /is not a token/],
    ['an invalid token', 'no such token\n', /is not a token/],
    ['a text that is too long for a token', 'x'.repeat(5_000), /No token arrived/],
  ])('writes nothing if it gets %s on stdin', async (_, typed, wanted) => {
    await machine.put(CURSOR, TEXT);
    const { code, stderr } = await machine.pipe(['connect', 'cursor', '--token-stdin', '--yes'], typed);
    expect([code, await machine.read(CURSOR)]).toEqual([2, TEXT]);
    expect(stderr).toMatch(wanted);
  });

  it.each<[string, readonly string[], string | undefined, number, RegExp]>([
    ['a no', [], 'n', 1, /Nothing was written\.$/m],
    ['no terminal', [], undefined, 1, /because there is no terminal to ask in; --dry-run .* add --yes/],
    ['--dry-run', ['--dry-run'], undefined, 0, /\+ {5}"toolmark": \{[\s\S]*Nothing was written \(--dry-run\)/],
    ['--print', ['--print'], undefined, 0, /"mcpServers": \{\n {4}"toolmark"/],
  ])('changes nothing after %s', async (_case, args, typed, code, wanted) => {
    await machine.put(CURSOR, TEXT);
    const asked = await machine.run(['connect', 'cursor', ...args], typed);
    expect([asked.code, `${asked.stdout}${asked.stderr}`]).toEqual([code, expect.stringMatching(wanted)]);
    expect(await machine.read(CURSOR)).toBe(TEXT);
  });

  it.each<[readonly string[], object]>([
    [[], ENTRY],
    [['--search'], { ...ENTRY, url: `${ENTRY.url}/search` }],
    [['--profile', 'reading'], { ...ENTRY, url: `${ENTRY.url}/p/reading` }],
    [['--profile', 'reading', '--search'], { ...ENTRY, url: `${ENTRY.url}/p/reading/search` }],
    [['--token-env', 'TM'], { url: ENTRY.url, headers: { Authorization: `Bearer \${env:TM}` } }],
  ])('%j writes the matching entry', async (args, entry) => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    expect((await machine.run(['connect', 'cursor', '--yes', ...args])).code).toBe(0);
    expect(JSON.parse(await machine.read(CURSOR))).toEqual({ mcpServers: { toolmark: entry } });
    expect((await stat(join(machine.home, CURSOR))).mode & 0o777).toBe(0o600);
  });

  it('starts toolmark stdio with --stdio, with the data folder and the token in its environment', async () => {
    const asked = await machine.run(['connect', 'gemini', '--stdio', '--search', '--yes', '--json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({ kind: 'new', transport: 'stdio', written: true });
    expect(JSON.parse(await machine.read('.gemini/settings.json'))).toEqual({
      mcpServers: {
        toolmark: {
          ...{ command: process.execPath, args: ['stdio', '--search'] },
          env: { TOOLMARK_HOME: machine.data, TOOLMARK_TOKEN: expect.stringMatching(TOKEN) },
        },
      },
    });
  });

  it('warns of a token in a project file, and avoids it with a variable', async () => {
    const plain = await machine.run(['connect', 'vscode', '--scope', 'project', '--yes']);
    expect(plain.stdout).toContain('! The token would be committed with this file.');
    const kept = await machine.run(['connect', 'vscode', '--scope', 'project', '--token-env', 'TM', '--yes']);
    expect(kept.stdout).not.toContain('committed');
    expect(await machine.read('project/.vscode/mcp.json')).not.toMatch(TOKEN);
    expect(await tokens()).toEqual(['vscode revoked']);
  });

  it('limits the token to the profile, and revokes the previous one', async () => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    const connect = (...args: readonly string[]) => machine.run(['connect', 'cursor', '--yes', ...args]);
    await connect();
    await connect('--search');
    expect(await tokens()).toEqual(['cursor']);
    await connect('--profile', 'reading');
    expect((await storedTokens()).map(({ name, profile }) => [name, profile])).toEqual([
      ['cursor', null],
      ['cursor-2', 'reading'],
    ]);
    expect(await tokens()).toEqual(['cursor revoked', 'cursor-2']);
  });

  it('makes a file with a token private, and says so', async () => {
    const file = await machine.put(CURSOR, TEXT);
    await chmod(file, 0o644);
    const { stderr } = await machine.run(['connect', 'cursor'], 'y');
    expect(stderr).toContain('! Others can read this file. With a token in it, only you will (mode 600).');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o640);
    await machine.run(['connect', 'cursor']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('creates no token if nothing is written', async () => {
    await machine.put(CURSOR, '{ "mcpServers": oops }');
    await machine.run(['connect', 'cursor', '--yes']);
    await machine.run(['connect', 'gemini'], 'n');
    await machine.run(['connect', 'gemini', '--dry-run']);
    expect(await readdir(machine.data)).not.toContain('tokens.json');
  });

  it('--print prints a new token, and how to revoke it', async () => {
    const { stdout, stderr } = await machine.run(['connect', 'other']);
    expect([TOKEN.test(stdout), await tokens()]).toEqual([true, ['client']]);
    expect(stderr).toContain('Revoke it: toolmark tokens revoke client');
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no such client', ['emacs'], /There is no client 'emacs'\. Known: claude-code/],
    ['no such profile', ['cursor', '--profile', 'writing'], /There is no profile 'writing'\. Known: reading\./],
    ['variables in Zed', ['zed', '--token-env', 'TM'], /Zed expands no environment variables/],
    ['an invalid variable', ['cursor', '--token-env', 'a b'], /--token-env takes the name of a variable/],
    ['projects of Windsurf', ['windsurf', '--scope', 'project'], /Windsurf has no project config/],
  ])('refuses %s', async (_case, args, message) => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    const asked = await machine.run(['connect', ...args, '--yes']);
    expect([asked.code, asked.stderr, asked.stdout]).toEqual([2, expect.stringMatching(message), '']);
  });

  it('reports a broken config, leaves it alone, and says how to add the entry by hand', async () => {
    await machine.put(CURSOR, '{\n  "mcpServers": oops\n}');
    const asked = await machine.run(['connect', 'cursor', '--yes']);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/is not valid JSON at line 2, column 17[\s\S]*toolmark connect cursor --print/),
    ]);
  });

  it('prints an entry that cannot be inserted, without the token', async () => {
    await machine.put('.codex/config.toml', '[mcp_servers]\ntoolmark = { command = "x" }\n');
    const asked = await machine.run(['connect', 'codex', '--yes']);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Authorization = "Bearer <token>"')]);
    expect(asked.stderr).not.toMatch(TOKEN);
  });

  it('works before a gateway has ever run', async () => {
    await rm(machine.data, { recursive: true });
    expect((await machine.run(['connect', 'cursor', '--yes'])).code).toBe(0);
    expect([await tokens(), (await stat(join(machine.data, 'tokens.json'))).mode & 0o777]).toEqual([['cursor'], 0o600]);
  });

  it('lists all clients, with and without --list', async () => {
    await machine.put(CURSOR, TEXT);
    await machine.run(['connect', 'codex', '--yes']);
    const { stdout } = await machine.run(['connect']);
    expect(stdout).toMatch(/cursor +user +no +notes +~\/\.cursor\/mcp\.json/);
    expect(stdout).toMatch(/codex +user +connected +~\/\.codex\/config\.toml/);
    const listed = JSON.parse((await machine.run(['connect', '--list', '--json'])).stdout) as {
      readonly clients: readonly { readonly client: string; readonly scope: string; readonly toolmark: unknown }[];
    };
    expect(listed.clients.filter(({ toolmark }) => toolmark !== null)).toMatchObject([
      { client: 'codex', scope: 'user', state: 'found', toolmark: { name: 'toolmark', state: 'ok' } },
    ]);
    expect(`${stdout}${JSON.stringify(listed)}`).not.toMatch(TOKEN);
  });
});
