import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time for a requested exit, before the process is killed. */
const GRACE_MS = 6_000;
/** The length of the kept output, for error messages. */
const TAIL_CHARACTERS = 600;

export interface Started {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** By `performance.now()`. */
  readonly spawnedAt: number;
  /** Settles when the process has exited, with its exit status and last output. */
  readonly exited: Promise<string>;
  /** Requests an exit, and kills the process if it does not exit; returns when it has exited. */
  end(): Promise<void>;
}

const running = new Set<Started>();
let pendingExits = false;

/** Starts a program without a shell. The caller ends it; `endAll` is for the end of the run. */
export function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  if (pendingExits) throw new Error('everything is being ended');
  const spawnedAt = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    lastWords = (lastWords + chunk).slice(-TAIL_CHARACTERS);
  });
  // A peer may log to stdout; an unread pipe would fill up and block it.
  child.stdout.resume();
  child.stdin.on('error', () => {});
  const exited = waitForExit(child, () => lastWords);
  const started: Started = {
    pid: child.pid ?? -1,
    stdin: child.stdin,
    stdout: child.stdout,
    spawnedAt,
    exited,
    end: async () => {
      child.kill('SIGTERM');
      const gone = await Promise.race([exited, sleep(GRACE_MS, undefined, { ref: false })]);
      if (gone === undefined) child.kill('SIGKILL');
      await exited;
    },
  };
  running.add(started);
  void exited.then(() => running.delete(started));
  return started;
}

/** Ends every running process at the same time, and prevents new ones. */
export async function endAll(): Promise<void> {
  pendingExits = true;
  await Promise.all([...running].map((started) => started.end()));
}

/** The first group of the first match in a process's stdout. */
export async function printed(started: Started, pattern: RegExp): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const onData = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-10_000);
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) resolve(found);
  };
  started.stdout.on('data', onData);
  try {
    return await Promise.race([promise, started.exited.then((how) => Promise.reject(new Error(how)))]);
  } finally {
    started.stdout.off('data', onData);
    started.stdout.resume();
  }
}

function waitForExit(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  lastWords: () => string,
): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}: ${lastWords().trim()}`));
  });
}
