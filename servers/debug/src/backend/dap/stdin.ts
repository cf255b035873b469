import type { Writable } from 'node:stream';
import { notSupported } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import { endOf, writeTo } from '../process/input.ts';
import { currentTarget } from './inspection.ts';
import type { Session } from './session.ts';

const pipeOf = (session: Session): Outcome<Writable | null> => {
  const target = currentTarget(session);
  if (!target.ok) return target;
  const { debuggee } = target.value;
  if (debuggee !== undefined) return ok(debuggee.stdin);
  const why = 'A program that was attached to has its own input. Launch it here to write to it.';
  return err(notSupported(session.profile.kind, 'stdin', why));
};

export const writeInput = async (session: Session, data: string): Promise<Outcome<void>> => {
  const pipe = pipeOf(session);
  return pipe.ok ? writeTo(pipe.value, data) : pipe;
};

export const endInput = async (session: Session): Promise<Outcome<void>> => {
  const pipe = pipeOf(session);
  return pipe.ok ? endOf(pipe.value) : pipe;
};
