import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { DebugError } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';

/** The buffer limit for input that a stopped program does not read. */
const MAX_WAITING = 16 * 1024 * 1024;
const WRITE_MS = 500;

/** Settles when the pipe has accepted the data, or shortly after it is full; the rest is sent when there is room. */
export const writeTo = async (pipe: Writable | null, data: string): Promise<Outcome<void>> => {
  if (pipe === null || !pipe.writable) return err(CLOSED);
  if (pipe.writableLength > MAX_WAITING) return err(FULL);
  const problem = await new Promise<Error | null | undefined>((resolve) => {
    const timer = setTimeout(resolve, WRITE_MS, undefined);
    pipe.write(data, (error) => {
      clearTimeout(timer);
      resolve(error);
    });
  });
  return problem ? err(CLOSED) : ok(undefined);
};

/** Settles when everything is written; if the program does not read, the end follows the buffered input. */
export const endOf = async (pipe: Writable | null): Promise<Outcome<void>> => {
  if (pipe === null || !pipe.writable) return err(CLOSED);
  const limit = once(AbortSignal.timeout(WRITE_MS), 'abort');
  const written = Promise.race([once(pipe, 'finish'), once(pipe, 'close'), limit]);
  pipe.end();
  await written.catch(() => undefined);
  return ok(undefined);
};

const CLOSED: DebugError = { code: 'STDIN_CLOSED', message: "The program's standard input is closed." };
const FULL: DebugError = {
  code: 'IO_FAILED',
  message: 'The program does not read its input; 16 MB are waiting already.',
};
