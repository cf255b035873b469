import type { ChildProcess } from 'node:child_process';
import type { BackendEvent } from '../backend.ts';
import { LAST_WORDS_MS } from './deadlines.ts';

/** Hands on what a program writes, and how it ends: its last words always come before that. */
export const watchDebuggee = (child: ChildProcess, emit: (event: BackendEvent) => void): void => {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (data: Buffer) => emit({ kind: 'output', stream, data }));
    child[stream]?.on('error', () => undefined);
  }
  let isTold = false;
  const tell = (code: number | null, signal: string | null): void => {
    if (isTold) return;
    isTold = true;
    emit({ kind: 'exited', code, signal });
  };
  child.once('close', tell);
  // Something that the program has started may keep its pipes open for ever.
  child.once('exit', (code, signal) => setTimeout(tell, LAST_WORDS_MS, code, signal).unref());
};

/** Lets go of a program that goes on: what it writes is thrown away, so that it never waits for a reader. */
export const abandonDebuggee = (child: ChildProcess): void => {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.removeAllListeners('data');
    stream?.resume();
    // The pipes of a child are sockets underneath, which must not keep the server alive.
    (stream as { unref?: () => void } | null)?.unref?.();
  }
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  child.unref();
};
