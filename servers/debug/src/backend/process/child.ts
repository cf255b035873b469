import type { ChildProcess } from 'node:child_process';
import { forgetGroup } from './group.ts';

/** `undefined` once it runs, else the error. */
export const whenSpawned = (child: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => resolve(error.message));
  });

/** The exit status of a process. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The timeout for remaining output after a program's exit, because another process may hold the pipe open. */
const REMAINING_OUTPUT_MS = 1_000;

/** Resolves when it has exited and all its output was read. */
export const whenEnded = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const timer = setTimeout(resolve, REMAINING_OUTPUT_MS, { code, signal });
      child.once('close', () => {
        clearTimeout(timer);
        resolve({ code, signal });
      });
    });
    // A process that was never started emits no exit.
    child.once('error', () => child.pid === undefined && resolve({ code: null, signal: null }));
  });

/** Releases a program that continues to run; its output is discarded, so that it never blocks on a full pipe. */
export const abandonChild = (child: ChildProcess): void => {
  forgetGroup(child);
  for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data').resume();
  for (const stream of [child.stdin, child.stdout, child.stderr]) unref(stream);
  child.unref();
};

/** A child's pipes are sockets, which would keep the server alive. */
const unref = (stream: object | null): void => {
  if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
};
