import { type ExceptionBreakpoint, type LineBreakpoint, stateOf } from '../../engine/breakpoint.ts';
import { type PlaceView, toPlace } from './locations.ts';

type View = Record<string, unknown>;

const PENDING = 'It is bound when a program that runs this file is launched or attached to.';

/** A breakpoint or tracepoint at its actual location; the requested line is included if it differs. */
export function toBreakpoint(breakpoint: LineBreakpoint, hasSession: boolean): View {
  const { id, line, condition, isEnabled, bound, hitCount, conditionError } = breakpoint;
  const isElsewhere = bound?.location !== undefined && bound.location.line !== line;
  const pending = stateOf(breakpoint) === 'pending' ? (hasSession ? NOT_LOADED : PENDING) : undefined;
  const moved = isElsewhere ? `Line ${line} has no code of its own; it is on line ${bound.location?.line}.` : undefined;
  const message = bound?.message ?? moved ?? pending;
  return {
    id,
    location: placeOf(breakpoint),
    state: stateOf(breakpoint),
    enabled: isEnabled,
    verified: bound?.isBound ?? false,
    ...(condition !== undefined && { condition }),
    hitCount,
    ...(conditionError !== undefined && { conditionError: conditionError.message }),
    ...(message !== undefined && { message }),
    ...(isElsewhere && { requestedLine: line }),
  };
}

const NOT_LOADED = 'The program has not loaded code of this file yet; it is bound when it does.';

export function toTracepoint(breakpoint: LineBreakpoint, hasSession: boolean): View {
  const { trace } = breakpoint;
  return {
    ...toBreakpoint(breakpoint, hasSession),
    type: 'tracepoint',
    ...(trace?.template !== undefined && { logMessage: trace.template }),
    hitCountMultiple: trace?.multiple ?? 0,
    maxNotifications: trace?.most ?? 0,
    notificationsSent: (trace?.reported ?? 0) - (trace?.dropped ?? 0),
    ...(trace !== undefined && trace.dropped > 0 && { notificationsDropped: trace.dropped }),
  };
}

export function toExceptionBreakpoint(breakpoint: ExceptionBreakpoint): View {
  const { id, type, firstChance, secondChance, includeSubtypes, isEnabled, hitCount } = breakpoint;
  return {
    id,
    exceptionType: type,
    breakOnFirstChance: firstChance,
    breakOnSecondChance: secondChance,
    includeSubtypes,
    enabled: isEnabled,
    verified: true,
    hitCount,
  };
}

function placeOf({ file, line, column, bound }: LineBreakpoint): PlaceView {
  return toPlace(bound?.location ?? { file, line, column });
}
