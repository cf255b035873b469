import type { Ended, Session } from '../../engine/session.ts';
import { stateOf } from '../../engine/session.ts';
import { toPlace } from './locations.ts';

type View = Record<string, unknown>;

/** The full session for debug_launch, debug_attach and debug_state. */
export function toFullSession(session: Session): View {
  const { facts, mode, attachedAt, args, cwd } = session;
  return {
    processId: facts?.pid ?? 0,
    processName: facts?.name ?? '',
    executablePath: facts?.executable ?? '',
    runtimeVersion: facts?.runtimeVersion ?? '',
    state: stateOf(session),
    launchMode: mode,
    attachedAt: attachedAt.toISOString(),
    debugger: session.backend.kind,
    pauseReason: session.active?.reason ?? null,
    ...(mode === 'launch' && { commandLineArgs: args ?? null, workingDirectory: cwd ?? null }),
  };
}

/** The changing part of a session, for debug_continue and debug_step. */
export function toBriefSession(session: Session): View {
  const { facts, mode } = session;
  return {
    processId: facts?.pid ?? 0,
    processName: facts?.name ?? '',
    state: stateOf(session),
    launchMode: mode,
    ...toStopView(session),
  };
}

/** The location and reason of the stop; empty while it runs. */
export function toStopView(session: Session): View {
  const stop = session.active ?? session.stops[0];
  if (stop === undefined) return {};
  const { location, reason, thread } = stop;
  return {
    pauseReason: reason,
    location: location === undefined ? null : toPlace(location),
    activeThreadId: thread,
    ...(stop.breakpoints.length > 0 && { breakpointId: stop.breakpoints[0] }),
  };
}

/** The end of a session, with its last output and the breakpoints that were never bound. */
export function toEnd(ended: Ended): View {
  const lastWords = ended.stderrTail();
  return {
    exited: true,
    exitCode: ended.exitCode,
    signal: ended.signal,
    ...(ended.message !== undefined && { lost: ended.message }),
    ...(lastWords !== '' && { lastWords }),
    ...(ended.unboundBreakpoints.length > 0 && { unboundBreakpoints: [...ended.unboundBreakpoints] }),
  };
}
