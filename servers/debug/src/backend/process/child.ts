import type { ChildProcess } from 'node:child_process';
import { forgetGroup } from './group.ts';

/** `undefined` once it runs, else why it does not. */
export const whenSpawned = (child: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => resolve(error.message));
  });

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** For what is still in the pipes when a program has ended, and whose other end something else may hold for ever. */
const LAST_WORDS_MS = 1_000;

/** When it has ended, and everything it wrote is here. */
export const whenEnded = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const timer = setTimeout(resolve, LAST_WORDS_MS, { code, signal });
      child.once('close', () => {
        clearTimeout(timer);
        resolve({ code, signal });
      });
    });
    // Nothing ends that never was.
    child.once('error', () => child.pid === undefined && resolve({ code: null, signal: null }));
  });

/** Lets go of a program that goes on: what it writes is thrown away, so that it never waits for a reader. */
export const abandonChild = (child: ChildProcess): void => {
  forgetGroup(child);
  for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data').resume();
  for (const stream of [child.stdin, child.stdout, child.stderr]) unref(stream);
  child.unref();
};

/** The pipes of a child are sockets underneath, which must not keep the server alive. */
const unref = (stream: object | null): void => {
  if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
};
