import type { BackendEvent } from '../backend/backend.ts';
import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';
import { ANY_EXCEPTION, type ExceptionBreakpoint, type LineBreakpoint } from './breakpoint.ts';
import type { Breakpoints } from './breakpoints.ts';
import { matchesHit } from './hit-condition.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';
import type { PauseReason } from './stop.ts';
import { within } from './within.ts';

type StoppedEvent = Extract<BackendEvent, { kind: 'stopped' }>;

/** The decision about a stop: report it, or continue. */
export type Judgement =
  | {
      readonly kind: 'stop';
      readonly reason: PauseReason;
      readonly isStatement: boolean;
      readonly hits: readonly (LineBreakpoint | ExceptionBreakpoint)[];
      readonly exception: ExceptionFacts | undefined;
      /** The location to report, if the debugger stopped inside the runtime. */
      readonly location?: SourceLocation | undefined;
    }
  | { readonly kind: 'pass' };

export interface Judged {
  readonly judgement: Judgement;
  /** Tracepoints whose messages the engine must create, because the debugger cannot. */
  readonly traces: readonly LineBreakpoint[];
}

/** Counts the hit, checks hit conditions and exception types, and decides whether to report the stop. */
export async function judgeStop(event: StoppedEvent, session: Session, breakpoints: Breakpoints): Promise<Judged> {
  if (event.reason === 'exception') {
    return { judgement: await judgeException(event, session, breakpoints), traces: [] };
  }
  const arrived = hitBreakpoints(event, breakpoints);
  for (const [index, breakpoint] of arrived.entries()) {
    breakpoint.hitCount = index === 0 && event.hits !== undefined ? event.hits : breakpoint.hitCount + 1;
  }
  const counts = (breakpoint: LineBreakpoint) =>
    (event.hits !== undefined && breakpoint === arrived[0]) || matchesHit(breakpoint.hits, breakpoint.hitCount);
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
      // A stop without a known breakpoint comes from a statement of the program.
      return arrived.length > 0 ? { kind: 'pass' } : stop('breakpoint', true);
    default:
      return stop(reason === 'exception' ? 'exception' : reason);
  }
}

/** Matches breakpoints by the debugger's ids, else by location. */
function hitBreakpoints(event: StoppedEvent, breakpoints: Breakpoints): readonly LineBreakpoint[] {
  if (event.breakpoints.length > 0) {
    return event.breakpoints
      .map((id) => breakpoints.find(id))
      .filter((found) => found !== undefined && found.kind !== 'exception');
  }
  if (event.location === undefined) return [];
  if (event.reason === 'breakpoint') return breakpoints.at(event.location);
  // Debuggers do not report a breakpoint at the entry, so match by location. A condition cannot be evaluated here.
  if (event.reason === 'entry')
    return breakpoints.at(event.location).filter(({ expression }) => expression === undefined);
  return [];
}

async function judgeException(event: StoppedEvent, session: Session, breakpoints: Breakpoints): Promise<Judgement> {
  const { backend, exceptions } = session;
  const noException = () => ({ ok: true, value: undefined }) as const;
  const answer = await within(LIMITS.questionMs, backend.exception(event.thread), noException);
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
  // A stop without an exception breakpoint is a signal or similar, from which the program cannot simply continue.
  if (enabled.length === 0 || exception === undefined) return stop([]);
  const isFirstChance = exception.isFirstChance;
  const identity = exception.identity;
  const seen = exceptions.get(event.thread);
  const wasSeen = identity !== undefined && seen?.identity === identity;
  if (wasSeen && (seen.wasFirstChance === isFirstChance || isFirstChance)) return { kind: 'pass' };
  if (identity !== undefined) exceptions.set(event.thread, { identity, wasFirstChance: isFirstChance });
  // A runtime that reports an uncaught exception once combines the throw and the failure to catch it.
  const matchesChance = (breakpoint: ExceptionBreakpoint) =>
    isFirstChance ? breakpoint.firstChance : breakpoint.secondChance || (breakpoint.firstChance && !wasSeen);
  const hits: ExceptionBreakpoint[] = [];
  for (const breakpoint of enabled.filter(matchesChance)) {
    const { type, includeSubtypes } = breakpoint;
    if (type === ANY_EXCEPTION) {
      hits.push(breakpoint);
      continue;
    }
    // Stop once too often rather than miss one.
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

/** C++ stops inside its runtime, which has no source; the throwing frame is further out. */
async function throwingPlace(
  { backend }: Session,
  thread: number,
  { throwingFrame }: ExceptionFacts,
): Promise<SourceLocation | undefined> {
  const emptyStack = () => ({ ok: true, value: { total: 0, frames: [] } }) as const;
  const page = await within(LIMITS.questionMs, backend.stack(thread, throwingFrame, 1), emptyStack);
  return page.ok ? page.value.frames[0]?.location : undefined;
}
