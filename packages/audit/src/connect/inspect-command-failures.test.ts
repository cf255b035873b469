import { describe, expect, it } from 'vitest';
import { stdioServer } from './fixtures/processes.ts';
import { inspectServer } from './inspect.ts';
import type { InspectOptions } from './inspection.ts';

const inspect = (env: Readonly<Record<string, string>>, options: InspectOptions = {}) =>
  inspectServer(stdioServer(env), options);
const failure = (code: string, message: string, stderrTail: unknown = expect.any(Array)) => ({
  ok: false,
  error: { code, message, stderrTail },
});

describe('inspectServer with a failing command', () => {
  it.each([
    [
      { command: 'no-such-command-anywhere' },
      "Could not start 'no-such-command-anywhere': there is no such command; check the spelling and that it is installed.",
    ],
    [{ command: '/' }, "Could not start '/': it is not executable; check its permissions."],
    [
      { command: 'node', cwd: '/no/such/place' },
      "Could not start 'node': the directory '/no/such/place' does not exist.",
    ],
    [
      { command: 'node', args: ['--token=secret\0'] },
      "Could not start 'node': it failed with ERR_INVALID_ARG_VALUE; check the command and its arguments.",
    ],
  ])('says why %j cannot be started', async (target, message) => {
    expect(await inspectServer({ kind: 'command', ...target })).toEqual(failure('spawn-failed', message, []));
  });

  it('reports at once that the server died, with its last stderr lines', async () => {
    const message =
      'The server exited with code 3 before it had listed its tools; its last lines on stderr should say why.';
    const stderr = [expect.stringMatching(/^pids \d+$/), 'API_KEY is not set'];
    expect(await inspect({ ON_START: 'exit' })).toEqual(failure('exited', message, stderr));
  });

  it('also reports a server that dies later, or whose child process holds its stdout open', async () => {
    const message =
      'The server exited with code 3 before it had listed its tools; its last lines on stderr should say why.';
    expect(await inspect({ ON_LIST: 'exit' })).toEqual(failure('exited', message));
    expect(await inspect({ ON_LIST: 'exit', GRANDCHILD: '1' })).toEqual(failure('exited', message));
  });

  it('distinguishes a signal from an exit code, and a silent server from one with stderr', async () => {
    const target = { kind: 'command', command: 'sh', args: ['-c', 'kill -9 $$'] } as const;
    const message =
      'The server was ended by SIGKILL before it had listed its tools; run the command by itself to see why.';
    expect(await inspectServer(target)).toEqual(failure('exited', message, []));
  });

  it.each([
    [
      'connecting',
      { ON_START: 'silent' },
      'answer within 1 s; allow it more time, or check that it is an MCP server and does not wait for input.',
    ],
    ['listing', { ON_LIST: 'silent' }, 'list all its tools within 1 s; allow it more time.'],
    [
      'printing',
      { ON_START: 'silent', NOISE: '1' },
      "answer within 1 s (it printed 'Server ready on stdio', which is not MCP); allow it more time, or check that it is an MCP server and does not wait for input.",
    ],
  ])('times out on a server that hangs while %s', async (_, env, message) => {
    const started = performance.now();
    expect(await inspect(env, { timeoutMs: 1_000 })).toEqual(failure('timeout', `The server did not ${message}`));
    expect(performance.now() - started).toBeLessThan(1_250);
  });

  it('stops when it is cancelled, before and during the inspection', async () => {
    const cancelled = failure('cancelled', 'The inspection was cancelled.');
    expect(await inspect({}, { signal: AbortSignal.abort() })).toEqual(cancelled);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    expect(await inspect({ ON_START: 'silent' }, { signal: controller.signal, onProgress })).toEqual(cancelled);
  });

  it.each([
    ['{"tools":{}}', "whose 'tools' is an object"],
    ['[]', 'that is an array'],
    ['"none"', 'that is a string'],
  ])('rejects %s as a list', async (LIST, found) => {
    const message = `The server answered tools/list with a result ${found}; it must be an object with an array of tools.`;
    expect(await inspect({ LIST })).toEqual(failure('bad-list', message));
  });

  it("passes on the server's error message", async () => {
    const said = (request: string, method: string) =>
      `The server answered ${request} with error -32000 (No ${method} here); give it what it asks for, or fix it there.`;
    expect(await inspect({ ON_LIST: 'error' })).toEqual(failure('server-error', said('tools/list', 'tools/list')));
    const refusing = { ERA: 'legacy', ON_INITIALIZE: 'error' };
    expect(await inspect(refusing)).toEqual(failure('server-error', said('the handshake', 'initialize')));
  });

  it.each([
    [
      'pages',
      { CURSOR: 'endless' },
      { pages: 20 },
      'The server lists more than 20 pages of tools; check that its cursors come to an end.',
    ],
    [
      'tools',
      { COUNT: '101' },
      { tools: 100 },
      'The server lists more than 100 tools; check that its cursors come to an end.',
    ],
    [
      'bytes in a message',
      { COUNT: '100000' },
      { messageBytes: 1024 ** 2 },
      'The server sent a message of more than 1 MiB, or more than 512 MiB in all; make it list its tools in smaller pages.',
    ],
    [
      'bytes in all',
      { CURSOR: 'endless' },
      { sessionBytes: 1024 },
      'The server sent a message of more than 64 MiB, or more than 0.001 MiB in all; make it list its tools in smaller pages.',
    ],
  ])('stops at too many %s', async (_, env, limits, message) => {
    expect(await inspect(env, { limits })).toEqual(failure('too-large', message));
  });

  it('rethrows a mistake of the caller after closing the server', async () => {
    const onProgress = () => {
      throw new Error('a bug of the caller');
    };
    await expect(inspect({}, { onProgress })).rejects.toThrow('a bug of the caller');
  });
});
