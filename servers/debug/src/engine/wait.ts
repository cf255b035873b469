import type { Outcome } from '../backend/backend.ts';
import { err, ok } from '../result.ts';
import type { AnyBreakpoint } from './breakpoint.ts';
import { type Core, noSession } from './core.ts';
import { noBreakpoint } from './failures.ts';
import type { Ended, Session } from './session.ts';
import { isHit, type Stop } from './stop.ts';

export interface WaitOrder {
  readonly timeoutMs: number;
  /** Only hits of this breakpoint. */
  readonly breakpointId: string | undefined;
  readonly signal: AbortSignal;
}

export type Waited =
  | { readonly kind: 'hit'; readonly session: Session; readonly stop: Stop }
  /** It stands, for another reason than was waited for; nothing more can come before it runs on. */
  | { readonly kind: 'paused'; readonly stop: Stop; readonly wasReported: boolean }
  | { readonly kind: 'ended'; readonly ended: Ended }
  | { readonly kind: 'late' };

/**
 * Waits for a hit. Returns an unreported hit, or the end of the program, at once, so that a call right after
 * debug_continue cannot miss it.
 */
export async function wait(core: Core, { timeoutMs, breakpointId, signal }: WaitOrder): Promise<Outcome<Waited>> {
  const waitedFor = breakpointId === undefined ? undefined : core.breakpoints.find(breakpointId);
  if (breakpointId !== undefined && waitedFor === undefined) return noBreakpoint(breakpointId);
  const session = core.current?.phase === 'live' ? core.current : undefined;
  if (session === undefined) {
    const ended = core.last?.ended;
    if (ended === undefined || ended.how === 'disconnected' || ended.isReported) return noSession(core);
    ended.isReported = true;
    return ok({ kind: 'ended', ended });
  }
  const now = look(session, breakpointId);
  if (now !== undefined) return ok(now);
  if (waitedFor !== undefined && !canStop(waitedFor) && session.undecided === 0) return neverHit(waitedFor);
  const found = await core.watch.until(() => look(session, breakpointId), { milliseconds: timeoutMs, signal });
  return ok(found === 'late' || found === 'cancelled' ? { kind: 'late' } : found);
}

const canStop = ({ kind, isEnabled }: AnyBreakpoint): boolean => kind !== 'tracepoint' && isEnabled;

/** Fail at once instead of waiting in vain. */
function neverHit({ id, kind }: AnyBreakpoint): Outcome<never> {
  const why =
    kind === 'tracepoint'
      ? 'is a tracepoint, which stops nothing. Call breakpoint_list to see what it has reported.'
      : 'is switched off. Call breakpoint_enable first.';
  return err({ code: 'INVALID_PARAMETER', message: `${id} ${why}`, details: { parameter: 'breakpoint_id', id } });
}

function look(session: Session, breakpointId: string | undefined): Waited | undefined {
  if (session.ended !== undefined) {
    session.ended.isReported = true;
    return { kind: 'ended', ended: session.ended };
  }
  const isMeant = (stop: Stop) => breakpointId === undefined || stop.breakpoints.includes(breakpointId);
  const hit = session.stops.find((stop) => !stop.isReported && isHit(stop) && isMeant(stop));
  if (hit !== undefined) {
    hit.isReported = true;
    session.active = hit;
    return { kind: 'hit', session, stop: hit };
  }
  const stop = session.active ?? session.stops[0];
  // A stop of another thread, still being judged, may be the hit to wait for.
  return stop === undefined || session.undecided > 0
    ? undefined
    : { kind: 'paused', stop, wasReported: stop.isReported };
}
