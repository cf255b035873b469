import type { Writable } from 'node:stream';
import { notSupported } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import { REQUEST_MS } from './deadlines.ts';
import { theTarget } from './inspection.ts';
import type { Session } from './session.ts';

const pipeOf = (session: Session): Outcome<Writable> => {
  const target = theTarget(session);
  if (!target.ok) return target;
  const { debuggee } = target.value;
  if (debuggee === undefined) {
    const why = 'A program that was attached to has its own input. Launch it here to write to it.';
    return err(notSupported(session.profile.kind, 'stdin', why));
  }
  if (debuggee.stdin === null || !debuggee.stdin.writable) return err(closed);
  return ok(debuggee.stdin);
};

const closed = { code: 'STDIN_CLOSED', message: "The program's input is closed." } as const;

/** Settles when the pipe has taken it; a program that does not read fills the pipe, and then it is said that it waits. */
export const writeInput = async (session: Session, data: string): Promise<Outcome<void>> => {
  const pipe = pipeOf(session);
  if (!pipe.ok) return pipe;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(err({ code: 'IO_FAILED', message: 'The program does not read its input; the rest waits in the pipe.' }));
    }, REQUEST_MS);
    pipe.value.write(data, (error) => {
      clearTimeout(timer);
      resolve(error ? err(closed) : ok(undefined));
    });
  });
};

export const endInput = async (session: Session): Promise<Outcome<void>> => {
  const pipe = pipeOf(session);
  if (!pipe.ok) return pipe;
  pipe.value.end();
  return ok(undefined);
};
