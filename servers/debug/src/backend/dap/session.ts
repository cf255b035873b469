import type { DebugProtocol } from '@vscode/debugprotocol';
import { err, ok } from '../../result.ts';
import type { BackendEvent, BoundBreakpoint, Outcome, SourceLocation, WantedBreakpoint } from '../backend.ts';
import { ARRIVAL_MS, REQUEST_MS } from './deadlines.ts';
import type { HelperEvent } from './helper/channel.ts';
import { type DapProfile, type DapTarget, emptyStop, type WantedExceptions } from './profile.ts';

/** What is known of a debuggee from one moment to the next, and what is wanted of it, whether it runs already or not. */
export interface Session {
  readonly profile: DapProfile;
  readonly emit: (event: BackendEvent) => void;
  target: DapTarget | undefined;
  phase: 'idle' | 'starting' | 'running' | 'resuming' | 'stopped' | 'over';
  readonly wanted: Map<string, readonly WantedBreakpoint[]>;
  readonly bound: Map<string, BoundBreakpoint>;
  exceptions: WantedExceptions;
  /** Whether what it stopped at last could still be caught, for debuggers that tell it once. */
  lastChance: 'first' | 'second';
  /** Breakpoints that were arrived at since the program went on. */
  arrived: Extract<HelperEvent, { event: 'arrived' }>[];
  /** Stops that came while the answer to going on was still under way. */
  waiting: DebugProtocol.StoppedEvent['body'][];
  /** Told once the next arrival is here. */
  onArrival: (() => void) | undefined;
}

export const createSession = (profile: DapProfile, emit: (event: BackendEvent) => void): Session => ({
  profile,
  emit,
  target: undefined,
  phase: 'idle',
  wanted: new Map(),
  bound: new Map(),
  exceptions: { caught: false, uncaught: false },
  lastChance: 'first',
  arrived: [],
  waiting: [],
  onArrival: undefined,
});

export const onHelperEvent = (session: Session, event: HelperEvent): void => {
  const location = 'id' in event ? session.bound.get(event.id)?.location : undefined;
  if (event.event === 'arrived') {
    session.arrived.push(event);
    session.onArrival?.();
  } else if (event.event === 'passed') session.emit({ kind: 'passed', id: event.id, hits: event.hits });
  else if (event.event === 'traced') {
    const { id, thread, message, hits } = event;
    session.emit({ kind: 'traced', id, thread, message, hits, location });
  } else {
    session.target?.evaluations.get(event.token)?.(event);
    session.target?.evaluations.delete(event.token);
  }
};

/** The adapter's news of a stop: told at once, or when the answer to going on is here, which some adapters send after it. */
export const onStopped = (session: Session, stop: DebugProtocol.StoppedEvent['body']): void => {
  if (session.phase === 'resuming') session.waiting.push(stop);
  // Some adapters tell of every thread that stopped; one stop is one stop.
  else if (session.phase === 'running') beginStop(session, stop);
};

const beginStop = (session: Session, stop: DebugProtocol.StoppedEvent['body']): void => {
  takeStop(session, stop).catch((error: unknown) => {
    // An adapter that answers what its protocol does not know cannot be trusted with the next question either.
    session.emit({ kind: 'lost', message: `The debug adapter gave an answer that makes no sense: ${String(error)}.` });
  });
};

const takeStop = async (session: Session, stop: DebugProtocol.StoppedEvent['body']): Promise<void> => {
  const { target, profile } = session;
  if (target === undefined) return;
  session.phase = 'stopped';
  target.stop = emptyStop();
  // Asked for at once, because it nearly always stays, and nearly always there.
  const told = stop.threadId ?? 1;
  const place = locationOf(target, told);
  const judgement = await profile.judgeStop(target, stop);
  if (judgement.kind === 'go-on') return void goOn(session, target, told);
  target.isPauseAsked = false;
  session.lastChance = judgement.isFirstChance === false ? 'second' : 'first';
  if (judgement.reason === 'breakpoint') await arrival(session);
  const thread = threadOf(session, told);
  const reason = session.arrived.length > 0 && judgement.reason !== 'exception' ? 'breakpoint' : judgement.reason;
  const location = await (thread === told ? place : locationOf(target, thread));
  // It may have ended while it was looked at.
  if (session.target !== target || session.phase !== 'stopped') return;
  session.emit({
    kind: 'stopped',
    thread,
    reason,
    breakpoints: session.arrived.map(({ id }) => id),
    location,
    allStopped: stop.allThreadsStopped ?? false,
    ...hitsOf(session),
    ...(judgement.isFirstChance === undefined ? {} : { isFirstChance: judgement.isFirstChance }),
  });
};

const hitsOf = ({ arrived: [first] }: Session): { readonly hits?: number } =>
  first === undefined ? {} : { hits: first.hits };

/** A stop that is nobody's business: the program goes on, and nobody hears of it. */
const goOn = async (session: Session, target: DapTarget, threadId: number): Promise<void> => {
  session.phase = 'resuming';
  session.arrived = [];
  await target.channel.call('forgetStop', {}, REQUEST_MS);
  await target.client.request('continue', { threadId }, REQUEST_MS);
  nowRunning(session);
};

const nowRunning = (session: Session): void => {
  if (session.phase !== 'resuming') return;
  session.phase = 'running';
  const [first] = session.waiting.splice(0);
  if (first !== undefined) beginStop(session, first);
};

/** The news of the arrival goes another way than the news of the stop, and may be a moment later. */
const arrival = async (session: Session): Promise<void> => {
  if (session.arrived.length > 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ARRIVAL_MS);
    session.onArrival = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  session.onArrival = undefined;
};

const threadOf = (session: Session, told: number): number => {
  const threads = session.arrived.map(({ thread }) => thread).filter((thread) => thread !== 0);
  return threads.includes(told) ? told : (threads[0] ?? told);
};

/** Where a launched program is held, told like every other stop. */
export const tellEntry = async (session: Session, target: DapTarget, thread: number): Promise<void> => {
  session.phase = 'stopped';
  const breakpoints = session.arrived.map(({ id }) => id);
  const reason = breakpoints.length > 0 ? 'breakpoint' : 'entry';
  const location = await locationOf(target, thread);
  session.emit({ kind: 'stopped', thread, reason, breakpoints, location, allStopped: true, ...hitsOf(session) });
};

export const locationOf = async (target: DapTarget, thread: number): Promise<SourceLocation | undefined> => {
  const stack = await target.client.request<DebugProtocol.StackTraceResponse['body']>(
    'stackTrace',
    { threadId: thread, startFrame: 0, levels: 1 },
    REQUEST_MS,
  );
  return stack.ok ? toLocation(stack.value?.stackFrames[0]) : undefined;
};

/** Relative paths of a compiler name nothing that could be opened. */
export const toLocation = (frame: DebugProtocol.StackFrame | undefined): SourceLocation | undefined => {
  const file = frame?.source?.path;
  if (frame === undefined || !file?.startsWith('/') || frame.line < 1) return undefined;
  return { file, line: frame.line, column: frame.column > 0 ? frame.column : undefined, functionName: frame.name };
};

/** Lets the program run, or a part of it. What it stops at is told after `resumed`, whatever the adapter's order. */
export const resumeWith = async (session: Session, command: string, threadId: number): Promise<Outcome<void>> => {
  const { target } = session;
  if (target === undefined) return err({ code: 'NO_SESSION', message: 'There is no program under the debugger.' });
  if (session.phase !== 'stopped') return err({ code: 'NOT_PAUSED', message: 'The program is running.' });
  session.phase = 'resuming';
  session.arrived = [];
  target.isPauseAsked = false;
  const forgotten = target.channel.call('forgetStop', {}, REQUEST_MS);
  // A helper inside the program gets its turn before the program runs and leaves it none. That of lldb is beside it.
  if (session.profile.kind === 'python') await forgotten;
  const sent = await target.client.request(command, { threadId }, REQUEST_MS);
  await forgotten;
  // `over` is where a program that ended at once has come to, which the compiler cannot see.
  if ((session.phase as Session['phase']) === 'over') return ok(undefined);
  if (!sent.ok) {
    session.phase = 'stopped';
    return err({ ...sent.error, code: command === 'continue' ? 'CONTINUE_FAILED' : 'STEP_FAILED' });
  }
  session.emit({ kind: 'resumed', thread: undefined });
  nowRunning(session);
  return ok(undefined);
};
