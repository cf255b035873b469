import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FoundSource, findServers } from './find-servers.ts';
import { aMachine, putSample } from './fixtures/machine.ts';
import type { Machine } from './sources.ts';

let machine: Machine;
afterEach(() => rmSync(machine.home, { recursive: true }));

const ref = (name: string): string => `\${env:${name}}`;

/** What was found in a file of a client: an entry, or the reason. */
function serversOf(found: readonly FoundSource[], client: string, project: string | null = null) {
  const sources = found.filter(({ source }) => source.client === client && source.project === project);
  return Object.fromEntries(
    sources.flatMap(({ servers }) =>
      servers.map(({ name, translated }) => [name, typeof translated === 'string' ? translated : translated.entry]),
    ),
  );
}

const notesOf = (found: readonly FoundSource[]) =>
  found.flatMap(({ servers }) =>
    servers.flatMap(({ name, translated }) =>
      typeof translated === 'string' ? [] : translated.notes.map((note) => [name, note]),
    ),
  );

describe('the servers of other clients', () => {
  it.each<[string, string, (home: string) => object]>([
    [
      'claude-desktop',
      'claude_desktop_config.json',
      () => ({
        filesystem: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ann/Documents'],
        },
        github: {
          command: 'docker',
          args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN=fixture-secret-1', 'ghcr.io/github/github-mcp-server'],
          env: { GITHUB_TOKEN: 'fixture-secret-2' },
        },
        literal: `${ref('NAME')} is plain text to this client, and would be filled in here.`,
      }),
    ],
    [
      'claude-code',
      'claude.json',
      () => ({
        sentry: {
          type: 'http',
          url: 'https://mcp.sentry.dev/mcp',
          headers: { Authorization: `Bearer ${ref('SENTRY_TOKEN')}` },
        },
        asana: { type: 'sse', url: 'https://mcp.asana.com/sse' },
        notes: { command: 'notes-server', args: [] },
        fallback: `\${MODE:-\${OTHER} has a value for when the variable is not set, which cannot be said here.`,
        helper: 'Its headers come from a command (headersHelper), which is not run here.',
      }),
    ],
    [
      'cursor',
      'cursor.json',
      (home) => ({
        figma: { url: 'http://127.0.0.1:3845/sse' },
        files: {
          command: 'node',
          args: [`${home}/files.js`, '--token', 'fixture-secret-3'],
          env: { KEY: ref('FILES_KEY') },
        },
        here: `\${workspaceFolder} means something only in the editor.`,
        dotenv: 'It has variables in a file of their own (envFile), which is not read here; write them into env.',
      }),
    ],
    [
      'vscode',
      'vscode.json',
      () => ({
        github: `\${input:gh-token} is asked for by the client ('gh-token'); put it into a variable.`,
        playwright: { command: 'npx', args: ['-y', '@playwright/mcp@latest'], env: { PORT: '8931' } },
      }),
    ],
    [
      'vscode',
      'vscode-settings.json',
      (home) => ({ old: { command: 'uvx', args: ['mcp-server-git'], cwd: `${home}/git` } }),
    ],
    [
      'windsurf',
      'windsurf.json',
      () => ({
        linear: { url: 'https://mcp.linear.app/mcp', headers: { API_KEY: `Bearer ${ref('AUTH_TOKEN')}` } },
        off: { command: 'npx', args: ['-y', 'x'], disabled: true },
        'from-file': `\${file:/home/ann/key} is read from a file by the client; put it into a variable.`,
      }),
    ],
    [
      'codex',
      'codex.toml',
      () => ({
        docs: { command: 'npx', args: ['-y', 'docs-mcp'], env: { API_KEY: 'fixture-secret-4' } },
        figma: {
          url: 'https://mcp.figma.com/mcp',
          headers: { 'X-Region': 'eu', 'X-User': ref('FIGMA_USER'), Authorization: `Bearer ${ref('FIGMA_TOKEN')}` },
        },
        'off.one': { command: 'server', disabled: true },
      }),
    ],
    [
      'gemini',
      'gemini.json',
      () => ({
        python: {
          command: 'python',
          args: ['-m', 'server', '--port', '8080'],
          cwd: '/home/ann/mcp',
          env: { DB: ref('DB_URL'), KEY: ref('API_KEY') },
        },
        http: {
          type: 'http',
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: `Bearer ${ref('TOKEN')}` },
        },
        sse: { type: 'sse', url: 'http://localhost:3000/sse' },
      }),
    ],
    [
      'zed',
      'zed.json',
      () => ({
        local: { command: 'some-command', args: ['arg-1'] },
        older: { command: 'uvx', args: ['x'], env: { A: 'fixture-secret-5' } },
        remote: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer fixture-secret-6' } },
        postgres: 'It comes with an extension of the editor, which starts it.',
      }),
    ],
  ])('are read as %s has them in %s', async (client, sample, wanted) => {
    machine = aMachine([sample]);
    expect(serversOf(await findServers(machine), client)).toEqual(wanted(machine.home));
  });

  it('are read whatever an editor of Windows has made of the file', async () => {
    machine = aMachine(['cursor.json']);
    const file = join(machine.home, '.cursor/mcp.json');
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\n', '\r\n')}`);
    expect(Object.keys(serversOf(await findServers(machine), 'cursor'))).toEqual(['figma', 'files', 'here', 'dotenv']);
  });

  it('are read by project, with .mcp.json, and started in its folder', async () => {
    machine = aMachine([]);
    const shop = join(machine.home, 'shop');
    putSample('mcp.json', join(shop, '.mcp.json'));
    const claude = {
      projects: { [shop]: { mcpServers: { notes: { command: './notes', cwd: '/x' } } }, 'not a path': {} },
    };
    writeFileSync(join(machine.home, '.claude.json'), JSON.stringify(claude));
    const found = await findServers(machine);
    expect(serversOf(found, 'claude-code', shop)).toEqual({
      notes: { command: './notes', cwd: '/x' },
      'shop-db': { command: 'npx', args: ['-y', 'pg-mcp', ref('DATABASE_URL')], cwd: shop },
    });
    expect(found.filter(({ source }) => source.project !== null).map(({ source }) => source.file)).toEqual([
      join(machine.home, '.claude.json'),
      join(shop, '.mcp.json'),
    ]);
  });

  it('come with what is not taken over of them', async () => {
    machine = aMachine(['windsurf.json', 'codex.toml', 'gemini.json']);
    const note = (key: string) => `Which of its tools may be used (${key}) is not taken over: say it in the policy.`;
    expect(notesOf(await findServers(machine))).toEqual([
      ['linear', note('disabledTools')],
      ['docs', note('enabled_tools')],
      ['python', note('excludeTools')],
    ]);
  });

  it('are missing where there is no file, and a second file of a client is worth no word then', async () => {
    machine = aMachine([]);
    const found = await findServers(machine);
    expect(found.map(({ source, state }) => [source.client, state])).toEqual(
      ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'codex', 'gemini', 'zed'].map((client) => [
        client,
        'missing',
      ]),
    );
  });

  it.each<[string, string, (file: string) => void, string | null]>([
    [
      'no JSON',
      '.cursor/mcp.json',
      (file) => writeFileSync(file, '{"x": SECRET}'),
      'It is not valid JSON at line 1, column 7',
    ],
    [
      'no TOML',
      '.codex/config.toml',
      (file) => writeFileSync(file, 'a = 1\nb = SECRET'),
      'It is not valid TOML at line 2',
    ],
    ['a folder', '.cursor/mcp.json', (file) => mkdirSync(file), 'It is no file.'],
    ['a pipe', '.cursor/mcp.json', (file) => void execFileSync('sh', ['-c', 'mkfifo "$0"', file]), 'It is no file.'],
    [
      'more than anybody has',
      '.cursor/mcp.json',
      (file) => writeFileSync(file, Buffer.alloc(17 * 1024 * 1024, ' ')),
      'It is larger than 16 MiB.',
    ],
    ['empty', '.cursor/mcp.json', (file) => writeFileSync(file, '\n'), null],
    ['something else', '.cursor/mcp.json', (file) => writeFileSync(file, '[1]'), null],
  ])('say what is wrong with a file that is %s, without quoting it', async (_what, path, write, wanted) => {
    machine = aMachine([]);
    const file = join(machine.home, path);
    mkdirSync(join(file, '..'), { recursive: true });
    write(file);
    const found = (await findServers(machine)).find(({ source }) => source.file === file);
    expect(found?.state).toBe(wanted === null ? 'found' : 'unreadable');
    expect(found?.problem ?? '').toContain(wanted ?? '');
    expect(found?.problem ?? '').not.toContain('SECRET');
  });

  it('are only read', async () => {
    machine = aMachine();
    const file = join(machine.home, '.cursor/mcp.json');
    const before = readFileSync(file);
    await findServers(machine);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
