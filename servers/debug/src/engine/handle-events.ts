import type { BackendEvent } from '../backend/backend.ts';
import type { AnyBreakpoint, LineBreakpoint } from './breakpoint.ts';
import { type Core, log } from './core.ts';
import { cutText } from './cut-text.ts';
import { endSession } from './end-session.ts';
import { type Judgement, judgeStop } from './judge-stop.ts';
import { LIMITS } from './limits.ts';
import { reportTrace } from './report-trace.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { Session } from './session.ts';
import type { Stop } from './stop.ts';
import { traceHere } from './trace-here.ts';

type StoppedEvent = Extract<BackendEvent, { kind: 'stopped' }>;

/** Handles the events of a debuggee. Stops are judged one at a time; exit and output are never delayed by that. */
export function listenTo(core: Core, session: Session): void {
  const arrivals = createSerialQueue();
  session.backend.onEvent((event) => {
    if (event.kind === 'output') {
      session.output[event.stream].append(event.data);
      return;
    }
    if (session.phase === 'ended') return;
    switch (event.kind) {
      case 'exited': {
        const { code: exitCode, signal } = event;
        // The program has exited, but its debugger processes may still run.
        endSession(core, session, { how: 'exited', exitCode, signal, message: undefined }, session.mode === 'launch');
        break;
      }
      case 'lost': {
        const end = { how: 'lost', exitCode: null, signal: null, message: event.message } as const;
        endSession(core, session, end, session.mode === 'launch');
        break;
      }
      case 'bound':
        core.breakpoints.bind(event.breakpoint);
        core.emit({ kind: 'breakpoints' });
        break;
      case 'traced':
        reportTrace(core, session, event);
        break;
      case 'passed':
        count(core.breakpoints.find(event.id), event.hits);
        break;
      case 'condition-failed': {
        const breakpoint = core.breakpoints.find(event.id);
        if (breakpoint === undefined || breakpoint.kind === 'exception') break;
        breakpoint.conditionError = { message: cutText(event.message, LIMITS.message), hits: event.hits };
        break;
      }
      case 'resumed':
        void arrivals.run(async () => forget(core, session, event.thread));
        break;
      case 'stopped':
        session.undecided += 1;
        void arrivals
          .run(() => take(core, session, event))
          .catch((error: unknown) => log(core, 'error', `A stop could not be handled: ${String(error)}`))
          .finally(() => {
            session.undecided -= 1;
            core.watch.changed();
          });
    }
  });
}

function count(breakpoint: AnyBreakpoint | undefined, hits: number): void {
  if (breakpoint !== undefined) breakpoint.hitCount = hits;
}

/** Discards the stops of a thread, or of all, that resumed without our command. */
function forget(core: Core, session: Session, thread: number | undefined): void {
  const left = thread === undefined ? [] : session.stops.filter((stop) => stop.thread !== thread && !stop.isEverything);
  if (left.length === session.stops.length) return;
  session.stops = left;
  session.active = left[0];
  session.epoch += 1;
  core.watch.changed();
  core.emit({ kind: 'state' });
}

async function take(core: Core, session: Session, event: StoppedEvent): Promise<void> {
  const resumes = session.resumeCount;
  const { judgement, traces } = await judgeStop(event, session, core.breakpoints);
  for (const breakpoint of traces) await traceAt(core, session, breakpoint, event);
  // The program was resumed meanwhile.
  if (session.phase === 'ended' || session.resumeCount !== resumes) return;
  if (event.reason === 'entry') session.hasEntered = true;
  if (judgement.kind === 'stop') keepStop(core, session, event, judgement);
  else await continueSilently(core, session, event);
}

async function traceAt(core: Core, session: Session, breakpoint: LineBreakpoint, event: StoppedEvent): Promise<void> {
  const { thread, location } = event;
  const message = await traceHere(session.backend, thread, breakpoint.trace?.parts ?? []);
  reportTrace(core, session, { id: breakpoint.id, thread, message, hits: breakpoint.hitCount, location });
}

/** Continues after a stop that nothing requested. An awaited step or pause ends here anyway. */
async function continueSilently(core: Core, session: Session, event: StoppedEvent): Promise<void> {
  const { awaited } = session;
  if (awaited !== undefined && (awaited.thread === undefined || awaited.thread === event.thread)) {
    const { reason } = awaited;
    keepStop(core, session, event, { kind: 'stop', reason, isStatement: false, hits: [], exception: undefined });
    return;
  }
  // Don't resume: a launch resumes from the entry itself, and while another thread is stopped, all stay stopped.
  const isLaunching = event.reason === 'entry' && session.phase === 'starting';
  if (isLaunching || session.stops.length > 0 || session.undecided > 1) return;
  const resumed = await session.backend.resume();
  if (!resumed.ok) log(core, 'warning', `The program could not be let go on: ${resumed.error.message}`);
}

function keepStop(
  core: Core,
  session: Session,
  event: StoppedEvent,
  judged: Extract<Judgement, { kind: 'stop' }>,
): void {
  const [first] = judged.hits;
  session.stopCount += 1;
  const stop: Stop = {
    number: session.stopCount,
    thread: event.thread,
    reason: judged.reason,
    breakpoints: judged.hits.map(({ id }) => id),
    hitCount: first?.hitCount ?? 0,
    conditionError: failedCondition(first),
    isStatement: judged.isStatement,
    location: judged.location ?? event.location,
    at: core.now(),
    isEverything: event.allStopped,
    exception: judged.exception,
    isReported: false,
  };
  if (session.stops.length === 0) session.epoch += 1;
  session.stops = [...session.stops.filter(({ thread }) => thread !== event.thread), stop];
  if (session.active === undefined || session.active.thread === event.thread) session.active = stop;
  session.awaited = undefined;
  core.emit({ kind: 'state' });
  if (stop.reason !== 'breakpoint' && stop.reason !== 'exception') return;
  core.emit({ kind: 'breakpoints' });
  core.emit({
    kind: 'hit',
    hit: {
      breakpointId: first?.id ?? null,
      type: 'blocking',
      location: stop.location,
      threadId: stop.thread,
      timestamp: stop.at.toISOString(),
      hitCount: stop.hitCount,
      logMessage: null,
      exception: stop.exception,
    },
  });
}

/** The error of the condition if this stop is due to it. */
function failedCondition(breakpoint: AnyBreakpoint | undefined): string | undefined {
  if (breakpoint === undefined || breakpoint.kind === 'exception') return undefined;
  const { conditionError, hitCount } = breakpoint;
  return conditionError?.hits === hitCount ? conditionError.message : undefined;
}
