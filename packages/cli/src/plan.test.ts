import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { server, toolmark } from './fixtures/toolmark.ts';

describe('an option without effect', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a header for a command',
      ['audit', '--header', 'A: secret', '--', 'x'],
      "--header adds to HTTP requests, but 'x' is a command.\n",
    ],
    [
      'a transport for a command',
      ['audit', '--transport', 'auto', '--', 'x'],
      "--transport says how to talk to a URL, but 'x' is a command.\n",
    ],
    [
      'an env for a URL',
      ['table', 'http://localhost:1/mcp', '--env', 'A=secret'],
      "--env adds to the environment of a command, but 'http://localhost:1/mcp' is a URL.\n",
    ],
    [
      'a cwd for a URL',
      ['audit', 'http://localhost:1/mcp', '--cwd', '.'],
      "--cwd says where to start a command, but 'http://localhost:1/mcp' is a URL.\n",
    ],
    ['a config beside a URL', ['audit', 'http://localhost:1', '--config', 'x'], '--config says where to find servers'],
    ['a config beside a command', ['audit', '--config', 'x', '--', 'x'], '--config says where to find servers'],
  ])('is refused: %s', async (_case, args, sentence) => {
    const { code, stdout, stderr } = await toolmark(args);
    expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secret');
  });
});

describe('a config', () => {
  const [command, ...args] = server();
  /** A server whose tool names show how it was started. */
  const telling = `
    const tool = { name: [process.env.A, process.env.B, require('node:path').basename(process.cwd())].join('-') };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const results = {
        initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
        'tools/list': { tools: [{ ...tool, inputSchema: { type: 'object' } }] },
      };
      const reply = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'unknown' } };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    });`;
  const unset = { url: 'http://localhost:1/mcp', headers: { Authorization: `Bearer ${'$'}{env:NOPE}` } };
  async function project(config: object): Promise<string> {
    const cwd = await mkdtemp(join(tmpdir(), 'toolmark-config-'));
    await mkdir(join(cwd, 'inner'));
    await writeFile(join(cwd, 'some.json'), JSON.stringify(config));
    return cwd;
  }
  const config = ['--config', 'some.json'];

  it.each(['servers', 'mcpServers'])('audits one or all of its %s', async (key) => {
    const cwd = await project({ [key]: { notes: { command, args }, more: { command, args } } });
    const all = await toolmark(['audit', ...config, '--format', 'json'], { cwd });
    const { reports } = JSON.parse(all.stdout) as { reports: { target: string }[] };
    expect([all.code, reports.map(({ target }) => target)]).toEqual([0, ['notes', 'more']]);
    expect((await toolmark(['table', ...config, '--server', 'more'], { cwd })).stdout).toContain('list_notes');
    expect((await toolmark(['table', ...config], { cwd })).stderr).toContain('There are several servers; pick one');
  });

  it.each(['servers', 'mcpServers'])('needs only the variables of the chosen one of its %s', async (key) => {
    const cwd = await project({ [key]: { notes: { command, args }, unset } });
    expect((await toolmark(['audit', ...config, '--server', 'notes'], { cwd })).code).toBe(0);
    const { code, stderr } = await toolmark(['audit', ...config, '--server', 'unset'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      `${join(cwd, 'some.json')}: ${key}.unset.headers.Authorization: NOPE must be set in the environment\n`,
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'one--inner'],
    ['a variable that overrides the configured one', ['--env', 'A=two', '--env', 'B=b'], 'two-b-inner'],
    ['another folder, relative to the current one', ['--cwd', '.'], 'one--toolmark-config-'],
  ])('starts a command with %s', async (_case, options, name) => {
    const entry = { command, args: ['-e', telling], env: { A: 'one' }, cwd: 'inner' };
    for (const key of ['servers', 'mcpServers']) {
      const cwd = await project({ [key]: { notes: entry, unset } });
      expect((await toolmark(['table', ...config, '--server', 'notes', ...options], { cwd })).stdout).toContain(name);
      // A single server needs no --server.
      const alone = await project({ [key]: { notes: entry } });
      expect((await toolmark(['table', ...config, ...options], { cwd: alone })).stdout).toContain(name);
    }
  });

  it('sends headers that override the configured ones', async () => {
    const seen: unknown[] = [];
    const http = createServer((request, response) => {
      seen.push([request.headers['authorization'], request.headers['x-a'], request.headers['x-b'], request.method]);
      response.writeHead(403).end();
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
      const headers = { authorization: 'old', 'X-A': 'kept' };
      const cwd = await project({ mcpServers: { notes: { url, headers, type: 'sse' } } });
      const given = ['--header', 'Authorization: new', '--header', 'X-B: b'];
      await toolmark(['audit', ...config, '--server', 'notes', ...given], { cwd });
      await toolmark(['audit', ...config, '--server', 'notes', '--transport', 'http'], { cwd });
      expect([seen[0], seen.at(-1)]).toEqual([
        ['new', 'kept', 'b', 'GET'],
        ['old', 'kept', undefined, 'POST'],
      ]);
    } finally {
      http.close();
    }
  });

  it.each<[string, object, readonly string[], string]>([
    ['neither key', { theme: 'dark' }, [], 'some.json: has neither "servers", as an audit file has, nor "mcpServers"'],
    [
      'a header for a command',
      { mcpServers: { notes: { command } } },
      ['--server', 'notes', '--header', 'A: b'],
      "--header adds to HTTP requests, but 'notes' is a command.\n",
    ],
    [
      'an env for a URL',
      { servers: { notes: { url: 'http://localhost:1' } } },
      ['--env', 'A=b'],
      "--env adds to the environment of a command, but 'notes' is a URL.\n",
    ],
    [
      'a header for several',
      { servers: { a: { url: 'http://localhost:1' }, b: { url: 'http://localhost:2' } } },
      ['--header', 'A: b'],
      '--header is for one server, and there are several; pick one with --server NAME.\n',
    ],
    [
      'an unknown rule code',
      { servers: { a: { command, ignore: [{ code: 'TM999', reason: 'x' }] } } },
      [],
      'servers.a.ignore.0.code: TM999 is no rule; the codes go from TM101 to TM915\n',
    ],
  ])('fails with one sentence: %s', async (_case, content, options, sentence) => {
    const { code, stdout, stderr } = await toolmark(['audit', ...config, ...options], {
      cwd: await project(content),
    });
    expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(sentence);
  });
});
