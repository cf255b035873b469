import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Era } from '../fixtures/answer.ts';
import { onLine } from '../fixtures/lines.ts';
import { createWaiting, initializeParams, paramsFor, type RawClient } from './raw-client.ts';

/** The time for a server to exit by itself after its stdin is closed. */
const EXIT_TIMEOUT_MS = 3_000;

/** Starts a server and connects over its stdin and stdout. */
export async function createStdioClient(
  [command = '', ...args]: readonly string[],
  era: Era,
  env: Readonly<Record<string, string>> = {},
): Promise<RawClient> {
  // Its own group, so that child processes can be ended with it.
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const waiting = createWaiting();
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => waiting.fail(error.message));
  child.once('close', (code) => waiting.fail(`the server ended with ${code}`));
  // Writing to a server that exited early fails; the pending request fails through `close`.
  child.stdin.on('error', () => {});
  onLine(child.stdout, (line) => {
    if (line.startsWith('{')) waiting.hear(line);
  });

  let nextId = 1;
  const write = async (message: object) => {
    if (!child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) await once(child.stdin, 'drain');
  };
  const request: RawClient['request'] = (method, params) => {
    const id = nextId++;
    return waiting.wait(id, () => write({ id, method, params: paramsFor(era, params) }));
  };
  const close = async () => {
    child.stdin.end();
    const timer = setTimeout(() => endGroup(child.pid), EXIT_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    // End remaining child processes, too.
    endGroup(child.pid);
  };
  try {
    if (era === 'legacy') {
      const { message } = await request('initialize', initializeParams);
      if (message['result'] === undefined)
        throw new Error(`initialize was refused: ${JSON.stringify(message['error'])}`);
      await write({ method: 'notifications/initialized' });
    }
    return { era, request, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends a process and everything it started. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
