import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Io } from '../io.ts';

/** Asks for a line on the terminal without showing it. `undefined` after Ctrl-C or Ctrl-D. There is no timeout. */
export function askHidden(
  question: string,
  io: Pick<Io, 'streams' | 'stderr' | 'signal'>,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  // In terminal mode readline reads key by key and echoes to this stream, which shows nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.streams.stdin, output: silent, terminal: true });
  const leave = (): void => resolve(undefined);
  lines.once('line', resolve);
  lines.once('SIGINT', leave);
  lines.once('close', leave);
  io.signal.addEventListener('abort', leave, { once: true });
  io.stderr.write(question);
  return promise.finally(() => {
    io.signal.removeEventListener('abort', leave);
    lines.close();
    io.streams.stdin.pause();
    io.stderr.write('\n');
  });
}
