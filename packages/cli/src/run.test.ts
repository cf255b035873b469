import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bare, server, toolmark } from './fixtures/toolmark.ts';
import { columnsOf, wantsColor } from './io.ts';
import { createProgress } from './progress.ts';

describe('exit codes', () => {
  it.each<[string, readonly string[], number]>([
    ['clean', ['audit', '--', ...server()], 0],
    ['findings', ['audit', '--', ...server(bare)], 1],
    ['findings below the threshold', ['audit', '--fail-on', 'error', '--', ...server(bare)], 0],
    ['findings that never fail', ['audit', '--fail-on', 'never', '--profile', 'openai', '--', ...server(bare)], 0],
    ['could not run', ['audit', '--', 'no-such-command-at-all'], 2],
    ['help', ['audit', '--help'], 0],
    ['version', ['--version'], 0],
    ['no command', [], 2],
    ['an unknown command', ['adit'], 2],
    ['an unknown option', ['audit', '--tabel', 'x'], 2],
    ['an invalid choice', ['audit', '--format', 'pdf', '--', ...server()], 2],
    ['an invalid time', ['audit', '--timeout', 'soon', '--', ...server()], 2],
  ])('%s', async (_case, args, code) => expect((await toolmark(args)).code).toBe(code));
});

describe('one clear sentence', () => {
  const missing = join(tmpdir(), 'no', 'such.json');
  it.each<[string, readonly string[], string]>([
    ['nothing to audit', ['audit'], 'Nothing to audit: give a URL, --server NAME or -- <command>, or describe'],
    ['two targets', ['audit', 'http://localhost:1', '--', 'x'], 'Give only one target'],
    [
      'an invalid address',
      ['audit', 'server.js'],
      "'server.js' is not an http address. To start a command, put it after --",
    ],
    [
      'a header without a value',
      ['audit', 'http://localhost:1', '--header', 'secret'],
      "--header takes 'Name: value'.",
    ],
    ['an env without a value', ['audit', '--env', 'secret', '--', 'x'], "--env takes 'NAME=value'."],
    ['a missing config', ['audit', '--config', missing], `${missing} does not exist\n`],
    [
      'a missing config of the gateway',
      ['serve', '--config', missing, '--data', tmpdir()],
      `${missing} does not exist. Check the path, or leave out --config: the gateway then creates ${join(tmpdir(), 'toolmark.json')}.\n`,
    ],
    ['a server of a missing config', ['audit', '--config', missing, '--server', 'x'], `${missing} does not exist\n`],
    [
      'a time limit of zero',
      ['audit', '--timeout', '0', '--', 'x'],
      'The timeout is in seconds: more than 0, at most 600.',
    ],
    ['too much time', ['audit', '--timeout', '601', '--', 'x'], 'The timeout is in seconds: more than 0, at most 600.'],
  ])('for %s', async (_case, args, sentence) => {
    const { code, stdout, stderr } = await toolmark(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/secret|\n\s+at /);
  });

  it('reports an unusable table before any server is started', async () => {
    const { code, stdout } = await toolmark(['audit', '--table', 'nowhere.md', '--', 'no-such-command-at-all']);
    expect(code).toBe(2);
    expect(stdout).toContain('The table nowhere.md cannot be read');
  });
});

describe('toolmark audit', () => {
  it('without arguments audits the servers of the project', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'toolmark-project-'));
    const [command, ...args] = server(bare);
    await writeFile(join(cwd, 'tools.md'), '| Tool | ReadOnly |\n|---|---|\n| list_notes | false |\n| sync | absent |');
    const servers = {
      notes: { command, args, table: 'tools.md', ignore: [{ code: 'TM101', tool: 'sync', reason: 'legacy' }] },
    };
    await writeFile(join(cwd, 'toolmark.audit.json'), JSON.stringify({ servers }));
    const { code, stdout } = await toolmark(['audit', '--format', 'json'], { cwd });
    const { reports } = JSON.parse(stdout) as {
      reports: { table: string; findings: { code: string; message: string }[] }[];
    };
    expect(code).toBe(1);
    expect(reports[0]?.table).toBe('tools.md');
    expect(reports[0]?.findings.map((finding) => finding.code)).not.toContain('TM101');
    expect(reports[0]?.findings[0]?.message).toBe(
      "Tool 'list_notes': expected readOnlyHint=false, got readOnlyHint=true",
    );

    expect((await toolmark(['audit', '--server', 'notes'], { cwd })).code).toBe(1);
    expect((await toolmark(['audit', '--server', 'other'], { cwd, env: { TOOLMARK_HOME: cwd } })).stderr).toBe(
      [
        "There is no server 'other'.",
        `  ${join(cwd, 'toolmark.audit.json')}: servers.other: there is no such server; there are: notes`,
        `  ${join(cwd, 'toolmark.json')} does not exist`,
        '',
      ].join('\n'),
    );
  });

  it('finds a configured server by name', async () => {
    const home = await mkdtemp(join(tmpdir(), 'toolmark-home-'));
    const [command, ...args] = server();
    await writeFile(join(home, 'toolmark.json'), JSON.stringify({ mcpServers: { notes: { command, args } } }));
    expect((await toolmark(['audit', '--server', 'notes'], { env: { TOOLMARK_HOME: home } })).code).toBe(0);
  });

  it('writes a file with --out, and says so', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'toolmark-out-'));
    const { code, stdout, stderr } = await toolmark(
      ['audit', '--format', 'markdown', '--out', 'report.md', '--', ...server()],
      { cwd },
    );
    expect([code, stdout, stderr]).toEqual([0, '', 'notes: 0 errors, 0 warnings, 0 notes\nwrote report.md\n']);
    expect(await readFile(join(cwd, 'report.md'), 'utf8')).toContain('## notes 1\\.2\\.3'.replaceAll('\\', ''));
    const failed = await toolmark(['audit', '--out', 'no/such/folder/x', '--', ...server()], { cwd });
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain('no/such/folder/x cannot be written');
  });

  it('sends headers, and never prints them', async () => {
    const seen: (string | undefined)[] = [];
    const http = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp?key=hidden`;
      const { code, stdout } = await toolmark(['audit', url, '--header', 'Authorization: Bearer hidden']);
      expect(code).toBe(2);
      expect(stdout).toContain('--header');
      expect(stdout).not.toContain('hidden');
      expect(seen[0]).toBe('Bearer hidden');
    } finally {
      http.close();
    }
  });

  it('exits with 130 when interrupted', async () => {
    const interrupt = new AbortController();
    const running = toolmark(['audit', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'], {
      signal: interrupt.signal,
    });
    interrupt.abort();
    expect(await running).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  });
});

describe('toolmark table', () => {
  it('prints the declared hints, and suggestions from the words', async () => {
    const { code, stdout } = await toolmark([
      'table',
      '--',
      ...server({ name: 'get_note', inputSchema: { type: 'object' } }),
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '| Tool         | Title      | readOnlyHint | destructiveHint | idempotentHint | openWorldHint | Suggestion |',
        '| ------------ | ---------- | ------------ | --------------- | -------------- | ------------- | --- |',
        '| `list_notes` | List Notes | true         | false           | true           | false         |  |',
        "| `get_note`   | absent     | absent       | absent          | absent         | absent        | the name says 'get': readOnlyHint=true, destructiveHint=false? |",
        '',
      ].join('\n'),
    );
  });

  it('marks false hints in the table', async () => {
    const liar = { name: 'purge_drafts', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
    const { stdout } = await toolmark(['table', '--', ...server(liar)]);
    expect(stdout).toContain("the name says 'purge', but readOnlyHint=true is declared: readOnlyHint=false?");
  });

  it('prints JSON that an audit accepts as a table', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'toolmark-table-'));
    const { stdout } = await toolmark(['table', '--format', 'json', '--', ...server(bare)]);
    await writeFile(join(cwd, 'tools.json'), stdout);
    const audit = await toolmark(['audit', '--table', 'tools.json', '--format', 'json', '--', ...server(bare)], {
      cwd,
    });
    expect(audit.stdout).not.toContain('TM70');
  });

  it('prints Markdown that an audit accepts as a table, whatever the titles are', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'toolmark-table-'));
    const titles = ['Default', 'Unset', '-', 'absent', 'a <br> b', 'C:\\'];
    const tools = server(bare, ...titles.map((title, index) => ({ ...bare, name: `t${index}`, title })), bare);
    await writeFile(join(cwd, 'tools.md'), (await toolmark(['table', '--', ...tools])).stdout);
    const audit = await toolmark(['audit', '--table', 'tools.md', '--format', 'json', '--', ...tools], { cwd });
    const { reports } = JSON.parse(audit.stdout) as { reports: { findings: { code: string }[] }[] };
    expect(reports[0]?.findings.filter(({ code }) => code.startsWith('TM7'))).toEqual([]);
  });

  it('says why it failed', async () => {
    const { code, stdout, stderr } = await toolmark([
      'table',
      '--',
      process.execPath,
      '-e',
      'console.error("no key"); process.exit(4)',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/exited with code 4[\s\S]*no key/);
  });
});

describe('a forgotten --', () => {
  it.each([
    [
      ['audit', 'npx', 'some-server'],
      'To start a command, put it after --, such as: toolmark audit -- npx some-server',
    ],
    [['audit', 'example.com/mcp'], 'Write it with https://, such as: toolmark audit https://example.com/mcp'],
    [['audit', 'localhost:3000/mcp'], 'toolmark audit https://localhost:3000/mcp'],
    [['audit', 'server.js'], 'toolmark audit -- server.js'],
  ])('%j', async (args, sentence) => {
    const { code, stderr } = await toolmark(args);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe('width', () => {
  it.each([
    ['the terminal', { columns: 70 }, { columns: 60 }, { COLUMNS: '50' }, 70],
    ['the terminal behind a pipe', {}, { columns: 60 }, { COLUMNS: '50' }, 60],
    ['what COLUMNS says', {}, {}, { COLUMNS: '50' }, 50],
    ['no invalid value', {}, {}, { COLUMNS: 'wide' }, 100],
    ['a default', {}, {}, {}, 100],
  ])('is %s', (_case, stdout, stderr, env, wanted) => {
    const output = { write: () => {} };
    expect(columnsOf({ stdout: { ...output, ...stdout }, stderr: { ...output, ...stderr }, env }, 100)).toBe(wanted);
  });
});

describe('colour', () => {
  it.each([
    ['a terminal', { isTTY: true }, {}, undefined, true],
    ['a pipe', {}, {}, undefined, false],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, undefined, false],
    ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, undefined, false],
    ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, undefined, true],
    ['--color', {}, { NO_COLOR: '1' }, true, true],
    ['--no-color', { isTTY: true }, {}, false, false],
  ])('%s', (_case, output, env, wish, wanted) => {
    expect(wantsColor({ write: () => {}, ...output }, env, wish)).toBe(wanted);
  });
});

describe('progress', () => {
  it('is drawn on a terminal, cut to its width and erased at the end', () => {
    let drawn = '';
    const progress = createProgress(
      { write: (text) => (drawn += text), isTTY: true, columns: 20 },
      'a-server-with-a-long-name',
    );
    progress.report({ kind: 'listing', tools: 3, pages: 1 });
    progress.done();
    expect(drawn).toContain('connecting to a-s');
    expect(drawn.endsWith('\r\u001b[K')).toBe(true);
  });

  it("escapes a server's name", () => {
    let drawn = '';
    const progress = createProgress({ write: (text) => (drawn += text), isTTY: true, columns: 80 }, 'x');
    progress.report({ kind: 'connected', server: { name: '\u001b]0;owned\u0007', version: '1' }, protocolVersion: '' });
    progress.done();
    expect(drawn).toContain('�]0;owned�');
    expect(drawn).not.toContain('\u0007');
  });

  it('prints nothing without a terminal', () => {
    const progress = createProgress({ write: () => expect.unreachable() }, 'x');
    progress.report({ kind: 'connecting' });
    progress.done();
  });
});
