import type { ChildProcess } from 'node:child_process';
import type { BackendEvent } from '../backend.ts';
import { whenEnded } from '../process/child.ts';

/** Forwards a program's output and exit; all output comes before the exit. */
export const watchDebuggee = (child: ChildProcess, emit: (event: BackendEvent) => void): void => {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (data: Buffer) => emit({ kind: 'output', stream, data }));
    child[stream]?.on('error', () => undefined);
  }
  void whenEnded(child).then((exit) => emit({ kind: 'exited', ...exit }));
};
