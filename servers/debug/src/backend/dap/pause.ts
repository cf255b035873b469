import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import { REQUEST_MS } from './deadlines.ts';
import { currentTarget } from './inspection.ts';
import type { DapTarget } from './profile.ts';
import type { Session } from './session.ts';

const REPEAT_EVERY_MS = 500;
const MAX_REPEATS = 10;

/** Pauses all threads. */
export const pauseAll = async (session: Session): Promise<Outcome<void>> => {
  const target = currentTarget(session);
  if (!target.ok) return target;
  target.value.isPauseAsked = true;
  const sent = await send(target.value);
  if (!sent.ok) return err({ ...sent.error, code: 'PAUSE_FAILED' });
  if (session.profile.kind === 'native') repeatPause(session, target.value, MAX_REPEATS);
  return ok(undefined);
};

const send = (target: DapTarget): Promise<Outcome<unknown>> =>
  target.client.request('pause', { threadId: target.facts.pid }, REQUEST_MS);

/** Repeat the pause: lldb loses one that arrives while the program is about to run. */
const repeatPause = (session: Session, target: DapTarget, left: number): void => {
  setTimeout(() => {
    if (!target.isPauseAsked || session.phase !== 'running' || session.target !== target || left === 0) return;
    void send(target);
    repeatPause(session, target, left - 1);
  }, REPEAT_EVERY_MS).unref();
};
