import type { BackendEvent } from '../backend/backend.ts';
import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';
import type { ExceptionBreakpoint, LineBreakpoint } from './breakpoint.ts';
import type { Breakpoints } from './breakpoints.ts';
import { isMeant } from './hit-condition.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';
import type { PauseReason } from './stop.ts';
import { within } from './within.ts';

type StoppedEvent = Extract<BackendEvent, { kind: 'stopped' }>;

/** What a stop of the debugger is for people: a stop, or nothing that they asked for. */
export type Judgement =
  | {
      readonly kind: 'stop';
      readonly reason: PauseReason;
      readonly isStatement: boolean;
      readonly hits: readonly (LineBreakpoint | ExceptionBreakpoint)[];
      readonly exception: ExceptionFacts | undefined;
      /** Where it really happened, where the debugger stopped in code of the runtime. */
      readonly location?: SourceLocation | undefined;
    }
  | { readonly kind: 'pass' };

export interface Judged {
  readonly judgement: Judgement;
  /** Tracepoints that have to be told of here, because the debugger could not do it by itself. */
  readonly traces: readonly LineBreakpoint[];
}

/** Counts the hit, looks at hit conditions and types of exceptions, and decides whether to stay. */
export async function judgeStop(event: StoppedEvent, session: Session, breakpoints: Breakpoints): Promise<Judged> {
  if (event.reason === 'exception') {
    return { judgement: await judgeException(event, session, breakpoints), traces: [] };
  }
  const arrived = arrivedAt(event, breakpoints);
  for (const [index, breakpoint] of arrived.entries()) {
    breakpoint.hitCount = index === 0 && event.hits !== undefined ? event.hits : breakpoint.hitCount + 1;
  }
  const counts = (breakpoint: LineBreakpoint) =>
    (event.hits !== undefined && breakpoint === arrived[0]) || isMeant(breakpoint.hits, breakpoint.hitCount);
  const meant = arrived.filter((breakpoint) => breakpoint.isEnabled && counts(breakpoint));
  const hits = meant.filter(({ kind }) => kind === 'breakpoint');
  const traces = meant.filter(({ kind }) => kind === 'tracepoint');
  return { judgement: judgePlace(event, { session, arrived, hits }), traces };
}

function judgePlace(
  { reason }: StoppedEvent,
  place: {
    readonly session: Session;
    readonly arrived: readonly LineBreakpoint[];
    readonly hits: readonly LineBreakpoint[];
  },
): Judgement {
  const { session, arrived, hits } = place;
  const stop = (why: PauseReason, isStatement = false): Judgement => ({
    kind: 'stop',
    reason: why,
    isStatement,
    hits,
    exception: undefined,
  });
  if (hits.length > 0) return stop('breakpoint');
  switch (reason) {
    case 'entry':
      return session.holdsAtEntry ? stop('entry') : { kind: 'pass' };
    case 'statement':
      return stop('breakpoint', true);
    case 'breakpoint':
      // One that nobody knows is the program's own.
      return arrived.length > 0 ? { kind: 'pass' } : stop('breakpoint', true);
    default:
      return stop(reason === 'exception' ? 'exception' : reason);
  }
}

/** By the ids that the debugger gave, else by the place. */
function arrivedAt(event: StoppedEvent, breakpoints: Breakpoints): readonly LineBreakpoint[] {
  if (event.breakpoints.length > 0) {
    return event.breakpoints
      .map((id) => breakpoints.find(id))
      .filter((found) => found !== undefined && found.kind !== 'exception');
  }
  if (event.location === undefined) return [];
  if (event.reason === 'breakpoint') return breakpoints.at(event.location);
  // At its entry no debugger says that a breakpoint is there too. Whether a condition holds cannot be known.
  if (event.reason === 'entry')
    return breakpoints.at(event.location).filter(({ expression }) => expression === undefined);
  return [];
}

async function judgeException(event: StoppedEvent, session: Session, breakpoints: Breakpoints): Promise<Judgement> {
  const { backend, exceptions } = session;
  const none = () => ({ ok: true, value: undefined }) as const;
  const answer = await within(LIMITS.questionMs, backend.exception(event.thread), none);
  const exception = answer.ok ? answer.value : undefined;
  const stop = (hits: readonly ExceptionBreakpoint[], location?: SourceLocation): Judgement => ({
    kind: 'stop',
    reason: 'exception',
    isStatement: false,
    hits,
    exception,
    location,
  });
  const enabled = breakpoints.exceptions().filter(({ isEnabled }) => isEnabled);
  // A stop that nobody asked for is a signal or the like: the program cannot just go on.
  if (enabled.length === 0 || exception === undefined) return stop([]);
  const isFirstChance = exception.isFirstChance;
  const identity = exception.identity;
  const seen = exceptions.get(event.thread);
  const wasSeen = identity !== undefined && seen?.identity === identity;
  if (wasSeen && (seen.wasFirstChance === isFirstChance || isFirstChance)) return { kind: 'pass' };
  if (identity !== undefined) exceptions.set(event.thread, { identity, wasFirstChance: isFirstChance });
  // A runtime that tells of an uncaught exception once only throws and fails to catch it in the same moment.
  const isMeantNow = (breakpoint: ExceptionBreakpoint) =>
    isFirstChance ? breakpoint.firstChance : breakpoint.secondChance || (breakpoint.firstChance && !wasSeen);
  const hits: ExceptionBreakpoint[] = [];
  for (const breakpoint of enabled.filter(isMeantNow)) {
    const { type, includeSubtypes } = breakpoint;
    // Better one stop too many than one that is missed.
    const matches = await within(
      LIMITS.questionMs,
      backend.isException(event.thread, type, includeSubtypes),
      () => ({ ok: true, value: true }) as const,
    );
    if (!matches.ok || matches.value) hits.push(breakpoint);
  }
  for (const breakpoint of hits) breakpoint.hitCount += 1;
  if (hits.length === 0) return { kind: 'pass' };
  return stop(hits, event.location ?? (await throwingPlace(session, event.thread, exception)));
}

/** C++ stops inside its runtime, which has no source; the frame that threw is further out. */
async function throwingPlace(
  { backend }: Session,
  thread: number,
  { throwingFrame }: ExceptionFacts,
): Promise<SourceLocation | undefined> {
  const none = () => ({ ok: true, value: { total: 0, frames: [] } }) as const;
  const page = await within(LIMITS.questionMs, backend.stack(thread, throwingFrame, 1), none);
  return page.ok ? page.value.frames[0]?.location : undefined;
}
