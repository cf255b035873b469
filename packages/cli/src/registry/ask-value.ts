import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import type { Io } from '../io.ts';

type Asking = Pick<Io, 'streams' | 'stderr' | 'signal'>;

/** Asks for a line on the terminal; `undefined` on Ctrl-C and Ctrl-D. A secret is not echoed. */
export function askValue(question: string, isSecret: boolean, io: Asking): Promise<string | undefined> {
  io.stderr.write(`${question} `);
  const { stdin } = io.streams;
  return isSecret && 'setRawMode' in stdin ? readHidden(stdin as ReadStream, io) : readLine(io);
}

function readLine({ streams: { stdin }, signal }: Asking): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  // Not in terminal mode, so that Ctrl-C stays a signal to the whole program.
  const lines = createInterface({ input: stdin, terminal: false });
  lines.once('line', resolve);
  lines.once('close', () => resolve(undefined));
  const leave = (): void => resolve(undefined);
  signal.addEventListener('abort', leave, { once: true });
  return promise.finally(() => {
    signal.removeEventListener('abort', leave);
    lines.close();
    stdin.pause();
  });
}

/** In raw mode the terminal passes on every key, including those it would handle itself. */
function readHidden(stdin: ReadStream, { stderr, signal }: Asking): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let typed = '';
  const take = (chunk: Buffer | string): void => {
    for (const key of String(chunk)) {
      if (key === '\r' || key === '\n') resolve(typed);
      else if (key === '\u0003' || key === '\u0004') resolve(undefined);
      else if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
      else if (key >= ' ') typed += key;
    }
  };
  const leave = (): void => resolve(undefined);
  signal.addEventListener('abort', leave, { once: true });
  stdin.setRawMode(true);
  stdin.on('data', take);
  stdin.resume();
  return promise.finally(() => {
    signal.removeEventListener('abort', leave);
    stdin.off('data', take);
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  });
}
