import { once } from 'node:events';
import { notSupported } from '../../../errors.ts';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { fail } from '../inspect/handles.ts';
import type { Target } from './target.ts';

/** A program that stands does not read; what it has not taken yet waits here. */
const MOST_WAITING = 16 * 1024 * 1024;
const WRITE_MS = 500;

export async function writeInput({ started }: Target, data: string): Promise<Outcome<void>> {
  const stdin = started?.child.stdin;
  if (stdin === undefined || stdin === null) return attached();
  if (stdin.destroyed || stdin.writableEnded || started?.child.exitCode !== null) return closed();
  if (stdin.writableLength > MOST_WAITING) {
    return fail('IO_FAILED', 'The program does not read its input; 16 MB are waiting already.');
  }
  const written = await new Promise<Error | null | undefined>((resolve) => {
    // It has been taken over, and goes out when there is room.
    const timer = setTimeout(() => resolve(undefined), WRITE_MS);
    stdin.write(data, (error) => {
      clearTimeout(timer);
      resolve(error);
    });
  });
  return written === undefined || written === null ? ok(undefined) : closed();
}

export async function endInput({ started }: Target): Promise<Outcome<void>> {
  const stdin = started?.child.stdin;
  if (stdin === undefined || stdin === null) return attached();
  if (stdin.destroyed || stdin.writableEnded) return closed();
  stdin.end();
  // Flushed where it reads; where it does not, the end follows what is waiting.
  await Promise.race([once(stdin, 'finish'), once(stdin, 'close'), once(AbortSignal.timeout(WRITE_MS), 'abort')]).catch(
    () => undefined,
  );
  return ok(undefined);
}

const closed = (): Outcome<never> => fail('STDIN_CLOSED', "The program's standard input is closed.");

const attached = (): Outcome<never> =>
  err(
    notSupported(
      'node',
      'stdin',
      'The program was attached to, so its standard input belongs to whoever started it. Use debug_launch to write to it.',
    ),
  );
