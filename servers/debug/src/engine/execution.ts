import type { Outcome, StepMode } from '../backend/backend.ts';
import { ok } from '../result.ts';
import { type Core, live, paused } from './core.ts';
import { tooLate, toThrownFailure } from './failures.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';
import { within } from './within.ts';

/** The result of a step or a pause. A slow one is pending, not failed. */
export interface Settled {
  readonly session: Session;
  readonly how: 'stopped' | 'already' | 'ended' | 'pending';
}

/** Resumes everything that is stopped. Does not wait for the next stop. */
export function resume(core: Core, timeoutMs: number): Promise<Outcome<Session>> {
  return core.commands.run(async () => {
    const at = paused(core);
    if (!at.ok) return at;
    const { session } = at.value;
    const undo = invalidateStops(session, () => false);
    const late = () => tooLate('TIMEOUT', 'Letting the program run', timeoutMs);
    const answer = await within(timeoutMs, session.backend.resume(), late).catch(toThrownFailure('CONTINUE_FAILED'));
    if (!answer.ok) undo();
    else core.emit({ kind: 'state' });
    core.watch.changed();
    return answer.ok ? ok(session) : answer;
  });
}

/** Steps the active thread, and waits for the next stop. */
export async function step(
  core: Core,
  mode: StepMode,
  limit: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Outcome<Settled>> {
  const started = await core.commands.run(async () => {
    const at = paused(core);
    if (!at.ok) return at;
    const { session, stop } = at.value;
    const undo = invalidateStops(session, (other) => other.thread !== stop.thread && !other.isEverything);
    session.awaited = { reason: 'step', thread: stop.thread };
    // Start waiting before the step, so that no stop is missed.
    const settled = nextStop(core, session, { milliseconds: limit.timeoutMs, signal: limit.signal });
    const late = () => tooLate('TIMEOUT', 'Beginning the step', LIMITS.questionMs);
    const reply = within(LIMITS.questionMs, session.backend.step(stop.thread, mode), late);
    const answer = await reply.catch(toThrownFailure('STEP_FAILED'));
    if (!answer.ok) undo();
    else core.emit({ kind: 'state' });
    core.watch.changed();
    return answer.ok ? ok({ settled }) : answer;
  });
  return started.ok ? ok(await started.value.settled) : started;
}

/** Requests a stop of everything, and waits for it up to a time limit. */
export async function pause(core: Core, signal: AbortSignal): Promise<Outcome<Settled>> {
  const started = await core.commands.run(async () => {
    const session = live(core);
    if (!session.ok) return session;
    if (session.value.stops.length > 0)
      return ok({ settled: Promise.resolve({ session: session.value, how: 'already' as const }) });
    session.value.awaited = { reason: 'pause', thread: undefined };
    const settled = nextStop(core, session.value, { milliseconds: LIMITS.pauseMs, signal });
    const late = () => tooLate('PAUSE_FAILED', 'Asking the program to stop', LIMITS.questionMs);
    const reply = within(LIMITS.questionMs, session.value.backend.pause(), late);
    const answer = await reply.catch(toThrownFailure('PAUSE_FAILED'));
    if (!answer.ok) session.value.awaited = undefined;
    return answer.ok ? ok({ settled }) : answer;
  });
  return started.ok ? ok(await started.value.settled) : started;
}

/** Invalidates the known stops before a resume; returns a function that restores them if the resume fails. */
function invalidateStops(session: Session, keeps: (stop: Session['stops'][number]) => boolean): () => void {
  const before = { stops: session.stops, active: session.active, epoch: session.epoch };
  const count = session.stopCount;
  session.stops = session.stops.filter(keeps);
  session.active = session.stops[0];
  session.epoch += 1;
  session.resumeCount += 1;
  session.awaited = undefined;
  return () => {
    session.awaited = undefined;
    if (session.phase === 'live' && session.stopCount === count) Object.assign(session, before);
  };
}

async function nextStop(
  core: Core,
  session: Session,
  limit: { readonly milliseconds: number; readonly signal: AbortSignal },
): Promise<Settled> {
  const count = session.stopCount;
  const look = () => {
    if (session.phase === 'ended') return 'ended' as const;
    return session.stopCount > count && session.stops.length > 0 ? ('stopped' as const) : undefined;
  };
  const how = await core.watch.until(look, limit);
  return { session, how: how === 'late' || how === 'cancelled' ? 'pending' : how };
}
