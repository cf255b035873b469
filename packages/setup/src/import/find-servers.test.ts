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

/** The entries of a client's file, or the reasons why they are unusable. */
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
        literal: `${ref('NAME')} is plain text to this client, but would be expanded here.`,
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
        fallback: `\${MODE:-\${OTHER} has a default value, which is not supported here.`,
        helper: 'Its headers come from a command (headersHelper), which cannot be imported.',
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
        here: `\${workspaceFolder} only works in the editor.`,
        dotenv: 'Its variables are in a separate file (envFile), which cannot be imported; write them into env.',
      }),
    ],
    [
      'vscode',
      'vscode.json',
      () => ({
        github: `\${input:gh-token} is a prompt of the client ('gh-token'); use a variable instead.`,
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
        'from-file': `\${file:/home/ann/key} is read from a file by the client; use a variable instead.`,
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
        postgres: 'It belongs to an extension of the editor, which starts it.',
      }),
    ],
    [
      'qwen',
      'qwen.json',
      () => ({
        web: {
          type: 'http',
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: `Bearer ${ref('TOKEN')}` },
        },
        files: { command: 'node', args: ['files.js'], env: { KEY: ref('FILES_KEY') } },
      }),
    ],
    [
      'opencode',
      'opencode.json',
      () => ({
        files: { command: 'npx', args: ['-y', 'files-mcp'], env: { KEY: ref('FILES_KEY') } },
        remote: { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer fixture-secret-7' } },
        off: { url: 'https://off.example.com/mcp', disabled: true },
        'from-file': '{file:~/.key} is read from a file by the client; use a variable instead.',
      }),
    ],
    [
      'goose',
      'goose.yaml',
      () => ({
        developer: 'It is a part of Goose.',
        files: { command: 'npx', args: ['-y', 'files-mcp'], env: { KEY: 'fixture-secret-8' } },
        web: {
          type: 'http',
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: `Bearer ${ref('TOKEN')}` },
          disabled: true,
        },
      }),
    ],
    [
      'cline',
      'cline.json',
      () => ({
        files: { command: 'node', args: ['files.js'], env: { API_KEY: 'fixture-secret-10' } },
        web: { type: 'http', url: 'http://localhost:3000/mcp', disabled: true },
      }),
    ],
    [
      'continue',
      'continue.yaml',
      () => ({
        files: { command: 'npx', args: ['-y', 'files-mcp'], env: { KEY: ref('FILES_KEY') } },
        web: {
          type: 'http',
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: 'Bearer fixture-secret-12' },
        },
      }),
    ],
    [
      'junie',
      'junie.json',
      () => ({ files: { command: 'npx', args: ['-y', 'files-mcp'], env: { KEY: 'fixture-secret-13' } } }),
    ],
    [
      'copilot',
      'copilot.json',
      () => ({
        files: { command: 'npx', args: ['files-mcp'], env: { KEY: ref('FILES_KEY') } },
        web: {
          type: 'http',
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: 'Bearer fixture-secret-14' },
        },
      }),
    ],
    [
      'amp',
      'amp.json',
      () => ({
        files: { command: 'npx', args: ['-y', 'files-mcp'] },
        web: { url: 'http://localhost:3000/mcp', headers: { Authorization: `Bearer ${ref('TOKEN')}` } },
      }),
    ],
    [
      'lmstudio',
      'lmstudio.json',
      () => ({
        web: { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer fixture-secret-15' } },
      }),
    ],
  ])('are read from the config of %s in %s', async (client, sample, wanted) => {
    machine = aMachine([sample]);
    expect(serversOf(await findServers(machine), client)).toEqual(wanted(machine.home));
  });

  it('are read from a file with a byte order mark and CRLF', async () => {
    machine = aMachine(['cursor.json']);
    const file = join(machine.home, '.cursor/mcp.json');
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\n', '\r\n')}`);
    expect(Object.keys(serversOf(await findServers(machine), 'cursor'))).toEqual(['figma', 'files', 'here', 'dotenv']);
  });

  it('are read for each project, including .mcp.json, and start in its folder', async () => {
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

  it('come with notes on settings that are not imported', async () => {
    machine = aMachine(['windsurf.json', 'codex.toml', 'gemini.json']);
    const note = (key: string) => `Its tool filters (${key}) are not imported; set them in the policy.`;
    expect(notesOf(await findServers(machine))).toEqual([
      ['linear', note('disabledTools')],
      ['docs', note('enabled_tools')],
      ['python', note('excludeTools')],
    ]);
  });

  it('are missing without a file; optional files are then not listed', async () => {
    machine = aMachine([]);
    const found = await findServers(machine);
    expect(found.map(({ source, state }) => [source.client, state])).toEqual(
      [
        ...['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'codex', 'gemini', 'zed', 'qwen'],
        ...['opencode', 'goose', 'cline', 'continue', 'junie', 'copilot', 'amp', 'lmstudio'],
      ].map((client) => [client, 'missing']),
    );
  });

  it.each<[string, string, (file: string) => void, string | null]>([
    [
      'not JSON',
      '.cursor/mcp.json',
      (file) => writeFileSync(file, '{"x": SECRET}'),
      'It is not valid JSON at line 1, column 7',
    ],
    [
      'not TOML',
      '.codex/config.toml',
      (file) => writeFileSync(file, 'a = 1\nb = SECRET'),
      'It is not valid TOML at line 2',
    ],
    [
      'not YAML',
      '.config/goose/config.yaml',
      (file) => writeFileSync(file, 'a: 1\nb: [SECRET\n'),
      'It is not valid YAML at line',
    ],
    ['a folder', '.cursor/mcp.json', (file) => mkdirSync(file), 'It is not a file.'],
    ['a pipe', '.cursor/mcp.json', (file) => void execFileSync('sh', ['-c', 'mkfifo "$0"', file]), 'It is not a file.'],
    [
      'too large',
      '.cursor/mcp.json',
      (file) => writeFileSync(file, Buffer.alloc(17 * 1024 * 1024, ' ')),
      'It is larger than 16 MiB.',
    ],
    ['empty', '.cursor/mcp.json', (file) => writeFileSync(file, '\n'), null],
    ['not an object', '.cursor/mcp.json', (file) => writeFileSync(file, '[1]'), null],
  ])('report a file that is %s without quoting it', async (_what, path, write, wanted) => {
    machine = aMachine([]);
    const file = join(machine.home, path);
    mkdirSync(join(file, '..'), { recursive: true });
    write(file);
    const found = (await findServers(machine)).find(({ source }) => source.file === file);
    expect(found?.state).toBe(wanted === null ? 'found' : 'unreadable');
    expect(found?.problem ?? '').toContain(wanted ?? '');
    expect(found?.problem ?? '').not.toContain('SECRET');
  });

  it('are only read, never written', async () => {
    machine = aMachine();
    const file = join(machine.home, '.cursor/mcp.json');
    const before = readFileSync(file);
    await findServers(machine);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
