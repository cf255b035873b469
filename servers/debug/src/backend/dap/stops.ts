import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../result.ts';
import type { BackendEvent, Outcome } from '../backend.ts';
import { HIT_REPORT_MS, REQUEST_MS } from './deadlines.ts';
import type { HelperEvent } from './helper/channel.ts';
import { locationOf } from './location.ts';
import { type DapTarget, emptyStop, type Judgement } from './profile.ts';
import type { Arrival, Session } from './session.ts';

/** Handles a helper's event, which uses another channel than the adapter's events and may arrive earlier or later. */
export const onHelperEvent = (session: Session, event: HelperEvent): void => {
  const location = 'id' in event ? session.bound.get(event.id)?.location : undefined;
  if (event.event === 'arrived') {
    session.unreportedHits.push(event);
    session.onHit?.();
    if (session.isStopReported && session.target !== undefined) void reportLateHits(session, session.target);
  } else if (event.event === 'conditionFailed') {
    session.emit({ kind: 'condition-failed', id: event.id, hits: event.hits, message: event.message });
  } else if (event.event === 'passed') session.emit({ kind: 'passed', id: event.id, hits: event.hits });
  else if (event.event === 'traced') {
    const { id, thread, message, hits } = event;
    session.emit({ kind: 'traced', id, thread, message, hits, location });
  } else {
    session.target?.evaluations.get(event.token)?.(event);
    session.target?.evaluations.delete(event.token);
  }
};

/** Handles the adapter's stop event: at once, or after the response to the resume, which some adapters send later. */
export const onStopped = (session: Session, stop: DebugProtocol.StoppedEvent['body']): void => {
  if (session.phase === 'resuming') session.waiting.push(stop);
  // Some adapters send one event for every stopped thread; handle only the first.
  else if (session.phase === 'running') beginStop(session, stop);
};

const beginStop = (session: Session, stop: DebugProtocol.StoppedEvent['body']): void => {
  takeStop(session, stop).catch((error: unknown) => {
    // An adapter that violates its protocol cannot be trusted any further.
    session.emit({ kind: 'lost', message: `The debug adapter gave an answer that makes no sense: ${String(error)}.` });
  });
};

const takeStop = async (session: Session, stop: DebugProtocol.StoppedEvent['body']): Promise<void> => {
  const { target, profile } = session;
  if (target === undefined) return;
  session.phase = 'stopped';
  target.stop = emptyStop();
  // Request the stack at once if possible: most stops are kept, and most stay in that thread.
  const told = stop.threadId ?? 1;
  const place = profile.judgesAside(stop) ? locationOf(target, told) : undefined;
  const judged = await profile.judgeStop(target, stop);
  // If another thread hit a breakpoint, keep the stop for that one.
  const judgement: Judgement =
    judged.kind === 'go-on' && session.unreportedHits.length > 0 ? { kind: 'stop', reason: 'breakpoint' } : judged;
  if (judgement.kind === 'go-on') return void continueSilently(session, target, told);
  target.isPauseAsked = false;
  session.lastChance = judgement.isFirstChance === false ? 'second' : 'first';
  if (judgement.reason === 'breakpoint') await arrival(session);
  const { reason, thread } = mainReason(session, judgement.reason, told);
  const arrivals = session.unreportedHits.splice(0);
  const own = arrivals.filter((each) => isOf(each, thread));
  const others = await stopsOf(
    target,
    arrivals.filter((each) => !isOf(each, thread)),
  );
  const location = await ((thread === told ? place : undefined) ?? locationOf(target, thread));
  // The program may have ended meanwhile.
  if (session.target !== target || session.phase !== 'stopped') return;
  session.emit({
    kind: 'stopped',
    thread,
    reason,
    breakpoints: own.map(({ id }) => id),
    location,
    allStopped: stop.allThreadsStopped ?? false,
    ...hitsOf(own),
    ...(judgement.isFirstChance === undefined ? {} : { isFirstChance: judgement.isFirstChance }),
  });
  for (const other of others) session.emit(other);
  session.isStopReported = true;
  await reportLateHits(session, target);
};

/** The reason to report: a breakpoint hit takes precedence over a general stop. */
const mainReason = (
  { unreportedHits: arrived }: Session,
  reason: Extract<Judgement, { kind: 'stop' }>['reason'],
  told: number,
): { readonly reason: typeof reason; readonly thread: number } => {
  if (reason === 'exception') return { reason, thread: told };
  if (arrived.some((each) => isOf(each, told))) return { reason: 'breakpoint', thread: told };
  const [first] = arrived;
  return first === undefined || reason === 'step'
    ? { reason, thread: told }
    : { reason: 'breakpoint', thread: first.thread };
};

/** A hit whose thread id is unknown belongs to the reported thread. */
const isOf = (nextHit: Arrival, thread: number): boolean => nextHit.thread === thread || nextHit.thread === 0;

/** One stop for each thread that hit a breakpoint. */
const stopsOf = (target: DapTarget, arrivals: readonly Arrival[]): Promise<readonly BackendEvent[]> =>
  Promise.all(
    [...Map.groupBy(arrivals, ({ thread }) => thread)].map(async ([thread, own]) => {
      const breakpoints = own.map(({ id }) => id);
      const location = await locationOf(target, thread);
      return { kind: 'stopped', reason: 'breakpoint', thread, breakpoints, location, allStopped: true, ...hitsOf(own) };
    }),
  );

const reportLateHits = async (session: Session, target: DapTarget): Promise<void> => {
  const standing = target.stop;
  const stops = await stopsOf(target, session.unreportedHits.splice(0));
  // The program may have continued or ended meanwhile.
  if (session.target !== target || session.phase !== 'stopped' || target.stop !== standing) return;
  for (const stop of stops) session.emit(stop);
};

const hitsOf = ([first]: readonly Arrival[]): { readonly hits?: number } =>
  first === undefined ? {} : { hits: first.hits };

/** Continues after a stop that nothing requested, without reporting it. */
const continueSilently = async (session: Session, target: DapTarget, threadId: number): Promise<void> => {
  session.phase = 'resuming';
  session.unreportedHits = [];
  session.isStopReported = false;
  await target.channel.call('forgetStop', {}, REQUEST_MS);
  const sent = await target.client.request('continue', { threadId }, REQUEST_MS);
  if (sent.ok) return markRunning(session);
  // The resume failed, so report the stop.
  if (session.phase !== 'resuming') return;
  session.phase = 'stopped';
  const location = await locationOf(target, threadId);
  session.emit({ kind: 'stopped', thread: threadId, reason: 'pause', breakpoints: [], location, allStopped: true });
};

const markRunning = (session: Session): void => {
  if (session.phase !== 'resuming') return;
  session.phase = 'running';
  const [first] = session.waiting.splice(0);
  if (first !== undefined) beginStop(session, first);
};

/** A hit arrives on another channel than its stop, and may be a moment later. */
const arrival = async (session: Session): Promise<void> => {
  if (session.unreportedHits.length > 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HIT_REPORT_MS);
    session.onHit = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  session.onHit = undefined;
};

/** Reports the entry stop of a launched program like any other stop. */
export const reportEntry = async (session: Session, target: DapTarget, thread: number): Promise<void> => {
  session.phase = 'stopped';
  const arrivals = session.unreportedHits.splice(0);
  const breakpoints = arrivals.map(({ id }) => id);
  const reason = breakpoints.length > 0 ? 'breakpoint' : 'entry';
  const location = await locationOf(target, thread);
  if (session.target !== target || session.phase !== 'stopped') return;
  session.emit({ kind: 'stopped', thread, reason, breakpoints, location, allStopped: true, ...hitsOf(arrivals) });
  session.isStopReported = true;
};

/** Resumes or steps. The stop after it is reported after `resumed`, in any order of the adapter's messages. */
export const resumeWith = async (session: Session, command: string, threadId: number): Promise<Outcome<void>> => {
  const { target } = session;
  if (target === undefined) return err({ code: 'NO_SESSION', message: 'There is no program under the debugger.' });
  if (session.phase !== 'stopped') return err({ code: 'NOT_PAUSED', message: 'The program is running.' });
  session.phase = 'resuming';
  session.unreportedHits = [];
  session.isStopReported = false;
  target.isPauseAsked = false;
  const forgotten = target.channel.call('forgetStop', {}, REQUEST_MS);
  // A helper inside the program needs to run before the program resumes. The lldb helper is outside it.
  if (session.profile.kind === 'python') await forgotten;
  const sent = await target.client.request(command, { threadId }, REQUEST_MS);
  await forgotten;
  // The phase is `over` if the program ended at once, which the compiler cannot know.
  if ((session.phase as Session['phase']) === 'over') return ok(undefined);
  if (!sent.ok) {
    session.phase = 'stopped';
    return err({ ...sent.error, code: command === 'continue' ? 'CONTINUE_FAILED' : 'STEP_FAILED' });
  }
  session.emit({ kind: 'resumed', thread: undefined });
  markRunning(session);
  return ok(undefined);
};
