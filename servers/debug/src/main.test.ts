import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { debuggee, isAlive, startDebugging, startProgram } from './fixtures/program.ts';
import { callTool, createClient, type Era } from './fixtures/wires.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const FOREVER = { program: debuggee('node/idle-server.js'), stopAtEntry: false };

/** Launches an endless program and returns its process id. */
async function launchForever(debug: Awaited<ReturnType<typeof startDebugging>>): Promise<number> {
  const { processId } = await debug.launch(FOREVER.program, { stopAtEntry: false });
  expect(isAlive(processId)).toBe(true);
  return processId;
}

describe('toolmark-debug', () => {
  it.each(ERAS)(
    'speaks on stdin and stdout in the %s era, and exits with its client and everything it launched',
    async (era) => {
      const debug = await startDebugging(era);
      expect(debug.client.getServerVersion()).toMatchObject({ name: 'toolmark-debug', version });
      expect((await debug.client.listTools()).tools).toHaveLength(34);
      const debugged = await launchForever(debug);
      await debug.client.close();
      await expect.poll(() => [isAlive(debug.pid), isAlive(debugged)]).toEqual([false, false]);
    },
  );

  it('omits the code tools if they are switched off', async () => {
    await using debug = await startDebugging('legacy', ['--no-code']);
    expect((await debug.client.listTools()).tools).toHaveLength(29);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends launched programs on %s', async (signal) => {
    await using debug = await startDebugging();
    const debugged = await launchForever(debug);
    process.kill(debug.pid, signal);
    await expect.poll(() => [isAlive(debug.pid), isAlive(debugged)]).toEqual([false, false]);
  });

  it('leaves no process if its client disconnects during a launch', async () => {
    const debug = await startDebugging();
    const mark = `mark-${crypto.randomUUID()}`;
    const launching = debug.call('debug_launch', { program: FOREVER.program, args: [mark] }).catch(() => undefined);
    await expect.poll(() => processesWith(mark)).not.toEqual([]);
    await debug.client.close();
    await launching;
    await expect.poll(() => [isAlive(debug.pid), processesWith(mark)]).toEqual([false, []]);
  });

  it('reports that the program was killed, and leaves no process', async () => {
    await using debug = await startDebugging();
    const debugged = await launchForever(debug);
    const waiting = debug.call('breakpoint_wait');
    process.kill(debugged, 'SIGKILL');
    expect(await waiting).toMatchObject({ hit: false, exited: true, signal: 'SIGKILL', exitCode: null });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected', exited: true, signal: 'SIGKILL' });
    expect(isAlive(debugged)).toBe(false);
  });

  it.each([
    ['something that is no program', debuggee('node/package.json'), 'LAUNCH_FAILED'],
    ['what is not there', '/no/such/program.js', 'INVALID_PATH'],
    ['a folder without a program', debuggee('python'), 'INVALID_PATH'],
  ])('rejects launching %s', async (_, program, code) => {
    await using debug = await startDebugging();
    expect(await debug.call('debug_launch', { program })).toMatchObject({ success: false, error: { code } });
    expect(await debug.call('debug_state')).toMatchObject({ state: 'disconnected' });
  });

  it.each([
    ['a process that is not there', 2 ** 22 + 1, 'PROCESS_NOT_FOUND'],
    ['no process at all', 0, 'PROCESS_NOT_FOUND'],
  ])('rejects attaching to %s', async (_, pid, code) => {
    await using debug = await startDebugging();
    expect(await debug.call('debug_attach', { pid })).toMatchObject({ success: false, error: { code } });
  });

  it('writes log messages to stderr on request, and only the protocol to stdout', async () => {
    await using program = startProgram(['--stderr-logging']);
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const send = (id: number, method: string, params: object) =>
      program.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    send(1, 'initialize', initialize);
    await program.line(0);
    send(2, 'tools/call', { name: 'debug_state', arguments: {} });
    await program.line(1);
    program.child.stdin?.end();
    const { code, stdout, stderr } = await program.ended;
    expect([code, stderr.includes('debug tools: debug_state was called.')]).toEqual([0, true]);
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});

describe('toolmark-debug --http', () => {
  it('serves both eras with one debugger to callers with the token, and ends launched programs', async () => {
    await using program = startProgram(['--http', '0']);
    const url = new URL((await program.line(0)).replace('toolmark-debug ready ', ''));
    const token = /Bearer (\S+)$/.exec(await program.line(1))?.[1];
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    let debugged = 0;
    for (const era of ERAS) {
      const client = createClient(era);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      const reply = await callTool(
        client,
        era === 'legacy' ? 'debug_launch' : 'debug_state',
        era === 'legacy' ? FOREVER : {},
      );
      debugged = (reply['session'] as { processId: number }).processId;
      await client.close();
    }
    expect(isAlive(debugged)).toBe(true);
    program.child.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
    expect(isAlive(debugged)).toBe(false);
  });

  it.each([
    ['without a token', {}, 401],
    ['with another one', { authorization: 'Bearer wrong-wrong-wrong-wrong' }, 401],
    ['from a foreign page', { authorization: 'Bearer sixteen-characters', origin: 'https://evil.example' }, 403],
    ['under a foreign name', { authorization: 'Bearer sixteen-characters', host: 'evil.example' }, 403],
  ])('rejects requests %s', async (_, headers, status) => {
    await using program = startProgram(['--http', '0'], { TOOLMARK_DEBUG_TOKEN: 'sixteen-characters' });
    const url = new URL((await program.line(0)).replace('toolmark-debug ready ', ''));
    expect(await post(url, headers)).toBe(status);
    program.child.kill('SIGTERM');
    // A given token is not printed.
    expect((await program.ended).stdout).toBe(`toolmark-debug ready ${url.href}\n`);
  });
});

describe('the command line', () => {
  it('reports in one line that the port is in use', async () => {
    await using first = startProgram(['--http', '0']);
    const { port } = new URL((await first.line(0)).replace('toolmark-debug ready ', ''));
    await using second = startProgram(['--http', port]);
    const stderr = `toolmark-debug: port ${port} is in use; give another with --http PORT, or 0 for any free one.\n`;
    expect(await second.ended).toEqual({ code: 2, stdout: '', stderr });
  });

  it.each([
    ['--help', /^toolmark-debug: an MCP server.*\n\nUsage: /],
    ['--version', new RegExp(`^${version}\n$`)],
  ])('%s', async (option, expected) => {
    await using program = startProgram([option]);
    expect(await program.ended).toEqual({ code: 0, stdout: expect.stringMatching(expected), stderr: '' });
  });

  it.each([
    [['--prot', '1'], {}, "toolmark-debug: Unknown option '--prot'. See toolmark-debug --help.\n"],
    [
      ['--http', '99999'],
      {},
      "toolmark-debug: --http wants a port from 0 to 65535, not '99999'. See toolmark-debug --help.\n",
    ],
    [
      ['--http', '0'],
      { TOOLMARK_DEBUG_TOKEN: 'short' },
      'toolmark-debug: TOOLMARK_DEBUG_TOKEN must have at least 16 characters, without spaces. See toolmark-debug --help.\n',
    ],
  ] as const)('%j is rejected in one line', async (args, env, stderr) => {
    await using program = startProgram([...args], env);
    expect(await program.ended).toEqual({ code: 2, stdout: '', stderr });
  });
});

/** Processes with this text among their arguments. */
function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes(mark) && isAlive(pid));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

// fetch does not allow setting Host.
function post(url: URL, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on('error', reject).end('{}');
  });
}
