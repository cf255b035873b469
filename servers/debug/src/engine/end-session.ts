import { type Core, describeEnd, log } from './core.ts';
import { cutText } from './cut-text.ts';
import { LIMITS } from './limits.ts';
import type { Ended, Session } from './session.ts';
import { within } from './within.ts';

type End = Pick<Ended, 'how' | 'exitCode' | 'signal' | 'message'>;

/** Ends the session at once for all waiting calls; cleans up afterwards. */
export function endSession(core: Core, session: Session, end: End, terminate: boolean): void {
  if (session.phase === 'ended') return;
  const wasLive = session.phase === 'live';
  session.ended = {
    ...end,
    stderrTail: () => shorten(session.output.stderr.tail(4 * LIMITS.stderrTail).text.trim()),
    unboundBreakpoints: core.breakpoints.unbound(),
    facts: session.facts,
    mode: session.mode,
    isReported: false,
  };
  session.phase = 'ended';
  session.stops = [];
  session.active = undefined;
  session.awaited = undefined;
  session.epoch += 1;
  core.breakpoints.endSession();
  if (core.current === session) core.current = undefined;
  core.last = session;
  core.cleanup = within(LIMITS.detachMs, session.backend.detach({ terminate }), () => undefined).catch(() => undefined);
  core.watch.changed();
  if (!wasLive) return;
  const name = session.facts?.name ?? 'The program';
  log(core, end.how === 'lost' ? 'error' : 'info', `${name} ${describe(end)}.`);
  core.emit({ kind: 'session-ended' });
  core.emit({ kind: 'state' });
  core.emit({ kind: 'breakpoints' });
}

function describe(end: End): string {
  if (end.how === 'disconnected') return 'was let go';
  return end.how === 'lost' ? `was lost: ${end.message}` : `ended ${describeEnd(end)}`;
}

/** Shortens the middle: an error starts with its type and ends with how the program died. */
function shorten(words: string): string {
  if (words.length <= LIMITS.stderrTail) return words;
  const half = LIMITS.stderrTail / 2;
  return `${cutText(words, half)}\n…\n${words.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}
