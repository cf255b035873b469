import { createInterface } from 'node:readline';
import type { Io } from './io.ts';

/** Whether there is somebody to ask. */
export function hasPerson({ streams, stderr }: Pick<Io, 'streams' | 'stderr'>): boolean {
  return 'isTTY' in streams.stdin && streams.stdin.isTTY === true && stderr.isTTY === true;
}

/**
 * Asks a yes-or-no question on the terminal; anything but a yes is a no. It waits for as long as the person needs: Ctrl-C and
 * Ctrl-D are a no too.
 */
export function askPerson(question: string, io: Pick<Io, 'streams' | 'stderr' | 'signal'>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Not as a terminal: Ctrl-C shall stay a signal to the whole program.
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
