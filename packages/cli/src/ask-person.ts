import { createInterface } from 'node:readline';
import type { Io } from './io.ts';

/** Whether a person can be asked. */
export function hasPerson({ streams, stderr }: Pick<Io, 'streams' | 'stderr'>): boolean {
  return 'isTTY' in streams.stdin && streams.stdin.isTTY === true && stderr.isTTY === true;
}

/**
 * Asks a yes-or-no question on the terminal. Anything but yes means no, including Ctrl-C and Ctrl-D. There is no
 * timeout.
 */
export function askPerson(question: string, io: Pick<Io, 'streams' | 'stderr' | 'signal'>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Not in terminal mode, so that Ctrl-C stays a signal to the whole program.
  const lines = createInterface({ input: io.streams.stdin, terminal: false });
  lines.once('line', (line) => resolve(/^\s*y(es)?\s*$/i.test(line)));
  lines.once('close', () => resolve(false));
  const leave = (): void => resolve(false);
  io.signal.addEventListener('abort', leave, { once: true });
  io.stderr.write(`${question} [y/N] `);
  return promise.finally(() => {
    io.signal.removeEventListener('abort', leave);
    lines.close();
    io.streams.stdin.pause();
  });
}
