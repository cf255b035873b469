import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawClient } from '../client/raw-client.ts';
import { endGroup } from '../client/stdio-client.ts';
import { isObject } from '../fixtures/json.ts';
import { onLine } from '../fixtures/lines.ts';

/** The start-up timeout; the slowest peer needs two seconds on an idle machine. */
const START_TIMEOUT_MS = 40_000;
const RETRY_MS = 100;
/** The timeout for a requested exit. */
const END_TIMEOUT_MS = 10_000;
const STDERR_LINES = 20;

export interface Program {
  /** The last lines of stderr, for the message of a failed test. */
  readonly stderr: () => string;
  /** The first line of stdout that matches. */
  readonly line: (pattern: RegExp) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts a program in its own process group, so that `close` also ends its child processes. */
export function startProgram(command: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  const listeners = new Set<() => void>();
  let over = false;
  onLine(child.stdout, (line) => {
    stdout.push(line);
    for (const listener of listeners) listener();
  });
  onLine(child.stderr, (line) => {
    stderr.push(line);
    if (stderr.length > STDERR_LINES) stderr.shift();
  });
  const exited = new Promise<void>((resolve) => {
    const finish = () => {
      over = true;
      for (const listener of listeners) listener();
      resolve();
    };
    child.once('close', finish);
    child.once('error', finish);
  });

  return {
    stderr: () => stderr.join('\n'),
    line(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = () => {
        const found = stdout.find((line) => pattern.test(line));
        if (found !== undefined) resolve(found);
        else if (over) reject(new Error(`${command.join(' ')} ended without ${pattern}\n${stderr.join('\n')}`));
      };
      const timer = setTimeout(
        () => reject(new Error(`${command.join(' ')} did not print ${pattern}\n${stderr.join('\n')}`)),
        START_TIMEOUT_MS,
      );
      listeners.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(look);
      });
    },
    async close() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => endGroup(child.pid), END_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
      // End remaining child processes, too.
      endGroup(child.pid);
    },
  };
}

/** Retries until it succeeds, for programs that do not report when they are ready. */
export async function eventually<T>(attempt: () => Promise<T>, timeoutMs = START_TIMEOUT_MS): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Waits until a gateway offers its server's tools: it starts listening before that. */
export async function untilReady(client: RawClient, timeoutMs = START_TIMEOUT_MS): Promise<void> {
  await eventually(async () => {
    const { message } = await client.request('tools/list');
    const tools = isObject(message['result']) ? message['result']['tools'] : undefined;
    if (!Array.isArray(tools) || tools.length === 0)
      throw new Error(`no tools: ${JSON.stringify(message).slice(0, 300)}`);
  }, timeoutMs);
}

/** A currently free port, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
