import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientHome, createClientHome, TOKEN } from '../fixtures/client-home.ts';

let machine: ClientHome;
beforeEach(async () => {
  machine = await createClientHome();
});

const CURSOR = '.cursor/mcp.json';
const TEXT = '{\n  // mine\n  "mcpServers": {\n    "notes": { "command": "notes" },\n  },\n}\n';
const ENTRY = { url: 'http://127.0.0.1:7420/mcp', headers: { Authorization: `Bearer ${TOKEN}` } };

describe('toolmark connect', () => {
  it('shows what changes without the token, asks, writes, and takes it back to the byte', async () => {
    const file = await machine.put(CURSOR, TEXT);
    const { code, stdout, stderr } = await machine.run(['connect', 'cursor'], 'y');
    expect([code, `${stdout}${stderr}`.includes(TOKEN)]).toEqual([0, false]);
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
        'Change this file? [y/N] ',
      ].join('\n'),
    );
    expect(stdout).toBe(
      [
        `Toolmark is in Cursor now: ${file}`,
        `What was there before: ${file}.toolmark-backup-2026-11-15T12-00-00Z`,
        'To take it back: toolmark connect cursor --undo',
        '- Its other server is still there: notes. To have them through Toolmark: toolmark import --from cursor, then take them out of its file.',
        '- No gateway is running yet. Start it with: toolmark serve',
        '- Cursor asks or shows it under Settings, MCP; switch it on there if it is off.',
        '',
      ].join('\n'),
    );
    expect((await machine.read(CURSOR)).startsWith('{\n  // mine\n')).toBe(true);
    expect((await machine.run(['connect', 'cursor'])).stdout).toMatch(/^Toolmark is in Cursor already, in this way/);
    const undone = await machine.run(['connect', 'cursor', '--undo'], 'yes');
    expect([undone.code, undone.stdout]).toEqual([0, `${file} is what it was before.\n`]);
    expect([await machine.read(CURSOR), await readdir(join(machine.home, '.cursor'))]).toEqual([TEXT, ['mcp.json']]);
  });

  it('writes a token that was handed in instead of the gateway’s own', async () => {
    const given = `tmk_${'a'.repeat(40)}`;
    await machine.put(CURSOR, TEXT);
    const { code, stdout, stderr } = await machine.pipe(['connect', 'cursor', '--token-stdin', '--yes'], `${given}\n`);
    expect([code, `${stdout}${stderr}`.includes(given)]).toEqual([0, false]);
    const written = await machine.read(CURSOR);
    expect([written.includes(given), written.includes(TOKEN)]).toEqual([true, false]);
  });

  it.each([
    ['nothing', '', /is no token/],
    ['something else', 'no such token\n', /is no token/],
    ['more than a token can be', 'x'.repeat(5_000), /No token came/],
  ])('writes nothing where %s was handed in', async (_, typed, wanted) => {
    await machine.put(CURSOR, TEXT);
    const { code, stderr } = await machine.pipe(['connect', 'cursor', '--token-stdin', '--yes'], typed);
    expect([code, await machine.read(CURSOR)]).toEqual([2, TEXT]);
    expect(stderr).toMatch(wanted);
  });

  it.each<[string, readonly string[], string | undefined, number, RegExp]>([
    ['a no', [], 'n', 1, /Nothing was written\.$/m],
    ['nobody to ask', [], undefined, 1, /because nobody could be asked; --dry-run .* add --yes/],
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
  ])('%j writes what it says', async (args, entry) => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    expect((await machine.run(['connect', 'cursor', '--yes', ...args])).code).toBe(0);
    expect(JSON.parse(await machine.read(CURSOR))).toEqual({ mcpServers: { toolmark: entry } });
    expect((await stat(join(machine.home, CURSOR))).mode & 0o777).toBe(0o600);
  });

  it('starts toolmark stdio where that is asked for, with the data folder and no token', async () => {
    const asked = await machine.run(['connect', 'gemini', '--stdio', '--search', '--yes', '--json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({ kind: 'new', transport: 'stdio', written: true });
    expect(JSON.parse(await machine.read('.gemini/settings.json'))).toEqual({
      mcpServers: {
        toolmark: { command: process.execPath, args: ['stdio', '--search'], env: { TOOLMARK_HOME: machine.data } },
      },
    });
  });

  it('warns of a token in a project, and keeps it out with a variable', async () => {
    const plain = await machine.run(['connect', 'vscode', '--scope', 'project', '--yes']);
    expect(plain.stdout).toContain('! The token would be committed with this file.');
    const kept = await machine.run(['connect', 'vscode', '--scope', 'project', '--token-env', 'TM', '--yes']);
    expect(kept.stdout).not.toContain('committed');
    expect(await machine.read('project/.vscode/mcp.json')).not.toContain(TOKEN);
  });

  it('warns that the own token is for more than a profile, and tells of one that is not', async () => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    const own = "! The token in it is the gateway's own, which is for everything and not only for profile 'reading'.";
    const connect = async (...args: readonly string[]) =>
      (await machine.run(['connect', 'cursor', '--yes', ...args])).stdout;
    expect(await connect('--profile', 'reading')).toContain(
      `${own} To hold the client to it: toolmark tokens create cursor --profile reading --ceiling read | toolmark connect cursor --profile reading --token-stdin --yes`,
    );
    expect(await connect()).not.toContain(own);
    expect(await connect('--profile', 'reading', '--token-env', 'TM')).not.toContain(own);
    expect(await connect('--profile', 'reading', '--stdio')).not.toContain(own);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no such client', ['emacs'], /There is no client 'emacs' here\. There is: claude-code/],
    ['no such profile', ['cursor', '--profile', 'writing'], /There is no profile 'writing'\. There is: reading\./],
    ['variables in Zed', ['zed', '--token-env', 'TM'], /Zed fills in no variables/],
    ['a variable that is none', ['cursor', '--token-env', 'a b'], /--token-env takes the name of a variable/],
    ['projects of Windsurf', ['windsurf', '--scope', 'project'], /Windsurf knows no servers of a single project/],
  ])('refuses %s', async (_case, args, message) => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": {}, "profiles": { "reading": {} } }');
    const asked = await machine.run(['connect', ...args, '--yes']);
    expect([asked.code, asked.stderr, asked.stdout]).toEqual([2, expect.stringMatching(message), '']);
  });

  it('says where a config is broken, leaves it, and how to do it by hand', async () => {
    await machine.put(CURSOR, '{\n  "mcpServers": oops\n}');
    const asked = await machine.run(['connect', 'cursor', '--yes']);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/is not valid JSON at line 2, column 17[\s\S]*toolmark connect cursor --print/),
    ]);
  });

  it('prints what cannot be put in place, without the token', async () => {
    await machine.put('.codex/config.toml', '[mcp_servers]\ntoolmark = { command = "x" }\n');
    const asked = await machine.run(['connect', 'codex', '--yes']);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Authorization = "Bearer <token>"')]);
    expect(asked.stderr).not.toContain(TOKEN);
  });

  it('needs a token before the first connection, unless it is stdio', async () => {
    await machine.put('.toolmark/stdio-token', '');
    expect((await machine.run(['connect', 'cursor', '--yes'])).stderr).toMatch(/There is no token yet.*toolmark serve/);
    expect((await machine.run(['connect', 'claude-desktop', '--yes'])).code).toBe(0);
  });

  it('lists every client, with and without the word', async () => {
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
    expect(`${stdout}${JSON.stringify(listed)}`).not.toContain(TOKEN);
  });
});
