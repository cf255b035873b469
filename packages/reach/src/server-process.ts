import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '@toolmark/annotations';
import spawn from 'cross-spawn';
import {
  HURRIED_SIGNAL_GRACE_MS,
  SIGNAL_GRACE_MS,
  STDERR_LINE_LENGTH,
  STDERR_LINES,
  STDIN_GRACE_MS,
} from './limits.ts';
import { createLineTail } from './line-tail.ts';
import { guardGroup, isGroupAlive, signalGroup } from './process-group.ts';
import type { CommandTarget } from './target.ts';

/** A running server with all its child processes. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The exit status of the started process; `undefined` while it runs. */
  readonly exit: () => ProcessExit | undefined;
  /** Resolves when the started process has exited. */
  readonly exited: Promise<void>;
  /** Resolves when it has exited and no process holds its pipes. */
  readonly closed: Promise<void>;
  readonly stderrTail: () => readonly string[];
  /** Ends the whole group: end of stdin, SIGTERM, SIGKILL, with grace periods that depend on `patienceMs`. */
  readonly stop: (patienceMs: number) => Promise<void>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The error if it could not run. */
  readonly error?: Error;
}

const POLL_MS = 10;

/**
 * Starts a server in its own process group.
 *
 * @param onLine called with each line that it prints on stderr
 */
export async function startServer(
  target: CommandTarget,
  onLine?: (line: string) => void,
): Promise<Result<ServerProcess, unknown>> {
  let child: ReturnType<typeof spawn>;
  try {
    child = spawn(target.command, target.args ?? [], {
      cwd: target.cwd,
      env: { ...process.env, ...target.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    return err(error);
  }
  const { pid: leader } = child;
  if (leader === undefined) return err(await new Promise((resolve) => child.once('error', resolve)));
  const release = guardGroup(leader);
  const stderr = createLineTail(STDERR_LINES, STDERR_LINE_LENGTH, onLine);
  let exit: ProcessExit | undefined;
  const exited = new Promise<void>((resolve) => {
    const onExit = (ending: ProcessExit) => {
      exit ??= ending;
      resolve();
    };
    child.once('exit', (code, signal) => onExit({ code, signal }));
    // On Windows a missing command shows up here, because the started process is cmd.exe.
    child.on('error', (error) => onExit({ code: null, signal: null, error }));
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', ignore);

  const isGone = async (withinMs: number): Promise<boolean> => {
    for (const ends = performance.now() + withinMs; ; await delay(POLL_MS)) {
      if (exit !== undefined && !isGroupAlive(leader)) return true;
      if (performance.now() >= ends) return false;
    }
  };
  const stop = async (patienceMs: number): Promise<void> => {
    const ends = performance.now() + patienceMs;
    child.stdin.end();
    if (patienceMs === 0 || !(await isGone(Math.min(STDIN_GRACE_MS, patienceMs)))) {
      const grace = Math.min(SIGNAL_GRACE_MS, Math.max(HURRIED_SIGNAL_GRACE_MS, (ends - performance.now()) / 2));
      signalGroup(leader, 'SIGTERM');
      if (!(await isGone(grace))) {
        signalGroup(leader, 'SIGKILL');
        // SIGKILL cannot be ignored, so wait only briefly: an init process that does not reap zombies leaves the group
        // there for ever.
        await isGone(HURRIED_SIGNAL_GRACE_MS);
      }
    }
    release();
    // A process that left the group may still hold the pipes; our ends must not keep this process alive.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
  };

  let stopping: Promise<void> | undefined;
  return ok({
    stdin: child.stdin,
    stdout: child.stdout,
    exit: () => exit,
    exited,
    closed,
    stderrTail: stderr.lines,
    stop: (patienceMs) => {
      stopping ??= stop(patienceMs);
      return stopping;
    },
  });
}

function ignore(): void {}
