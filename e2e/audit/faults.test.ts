import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { runCli } from '../support/run-cli.ts';
import { serverOf } from '../support/table-server.ts';

const node = (script: string): readonly string[] => [process.execPath, '-e', script];

describe('misbehaving servers', () => {
  it.each<[string, readonly string[], readonly string[], RegExp]>([
    ['is not there', ['no-such-command-here'], [], /no-such-command-here/],
    [
      'dies at once',
      node('console.error("missing API key"); process.exit(3)'),
      [],
      /exited with code 3[\s\S]*missing API key/,
    ],
    ['is killed', node('process.kill(process.pid, "SIGKILL")'), [], /SIGKILL/],
    ['hangs', node('setInterval(() => {}, 1000)'), ['--timeout', '2'], /2 s/],
    ['ends without a word', node(''), [], /exited with code 0/],
    ['says nothing but rubbish', node('setInterval(() => console.log("hello"), 50)'), ['--timeout', '2'], /2 s/],
  ])('a server that %s gives exit code 2 and a sentence', async (_case, command, options, message) => {
    const { code, stdout, stderr } = await runCli(['audit', ...options, '--', ...command]);
    expect(code).toBe(2);
    expect(stdout).toMatch(message);
    expect(stdout + stderr).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
  });

  it('one broken tool becomes a finding and does not affect the others', async () => {
    const tools = [
      { name: 'list_notes', title: 'List Notes', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      { name: 'broken', annotations: null, inputSchema: 'nonsense' },
      { title: 'no name' },
      42,
    ];
    const { code, stdout } = await runCli(['audit', '--format', 'json', '--', ...serverOf(tools)]);
    const { reports } = JSON.parse(stdout) as {
      reports: { tools: unknown[]; findings: { code: string; tool?: string }[] }[];
    };
    const found = (reports[0]?.findings ?? []).map((finding) => `${finding.code} ${finding.tool ?? ''}`.trim());
    expect(code).toBe(1);
    expect(reports[0]?.tools).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(['TM106 broken', 'TM603 broken', 'TM803']));
    expect(found.filter((entry) => entry === 'TM803')).toHaveLength(2);
  });

  it('text on stdout becomes a finding', async () => {
    const [command = '', ...args] = serverOf([]);
    const noisy = [command, '--import', 'data:text/javascript,console.log("Server started")', ...args];
    const { stdout } = await runCli(['audit', '--format', 'json', '--', ...noisy]);
    expect(stdout).toContain('TM801');
  });
});

describe('URLs that are not an MCP server', () => {
  let http: Server;
  let base: string;
  beforeAll(async () => {
    http = createServer((request, response) => {
      if (request.url === '/hang') return;
      if (request.url === '/forbidden') response.writeHead(403).end('{}');
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  it.each<[string, string, readonly string[], RegExp]>([
    ['a web page', '/', [], /MCP/],
    ['a locked door', '/forbidden', [], /--header/],
    ['silence', '/hang', ['--timeout', '2'], /2 s/],
  ])('%s gives exit code 2 and a sentence', async (_case, path, options, message) => {
    const { code, stdout } = await runCli(['audit', base + path, ...options]);
    expect(code).toBe(2);
    expect(stdout).toMatch(message);
  });
});

describe('Ctrl-C', () => {
  it('ends the server and its child processes, and exits with 130', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-interrupt-'));
    const pids = join(folder, 'pids');
    // A server that starts a grandchild; both ignore SIGTERM once both process ids are printed.
    const stubborn = `
      process.on('SIGTERM', () => {});
      require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
      setInterval(() => {}, 1000);`;
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}]);${stubborn}`;
    const running = runCli(['audit', '--', ...node(script)], {
      onSpawn: (child) => {
        const watch = setInterval(() => {
          readFile(pids, 'utf8').then(
            (text) => {
              if (!/^\d+\n\d+\n$/.test(text)) return;
              clearInterval(watch);
              child.kill('SIGINT');
            },
            () => {},
          );
        }, 20);
        child.once('exit', () => clearInterval(watch));
      },
    });
    expect(await running).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
    const started = (await readFile(pids, 'utf8')).trim().split('\n').map(Number);
    expect(started.filter(isRunning)).toEqual([]);
  });
});
