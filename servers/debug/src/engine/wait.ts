import type { Outcome } from '../backend/backend.ts';
import { err, ok } from '../result.ts';
import { type Core, noSession } from './core.ts';
import type { Ended, Session } from './session.ts';
import { isHit, type Stop } from './stop.ts';

export interface WaitOrder {
  readonly timeoutMs: number;
  /** Only hits of this one. */
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
 * Waits for a hit. One that nobody was told of yet is given at once, and so is the end of the program: whoever asks right after
 * debug_continue cannot be too late.
 */
export async function wait(core: Core, { timeoutMs, breakpointId, signal }: WaitOrder): Promise<Outcome<Waited>> {
  if (breakpointId !== undefined && core.breakpoints.find(breakpointId) === undefined) {
    return err({
      code: 'BREAKPOINT_NOT_FOUND',
      message: `There is no breakpoint '${breakpointId}'. Call breakpoint_list to see which exist.`,
      details: { id: breakpointId },
    });
  }
  const session = core.current?.phase === 'live' ? core.current : undefined;
  if (session === undefined) {
    const ended = core.last?.ended;
    if (ended === undefined || ended.how === 'disconnected' || ended.isReported) return noSession(core);
    ended.isReported = true;
    return ok({ kind: 'ended', ended });
  }
  const found = await core.watch.until(() => look(session, breakpointId), { milliseconds: timeoutMs, signal });
  return ok(found === 'late' || found === 'cancelled' ? { kind: 'late' } : found);
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
  // Another thread may be about to turn out to have hit what is waited for.
  return stop === undefined || session.undecided > 0
    ? undefined
    : { kind: 'paused', stop, wasReported: stop.isReported };
}
