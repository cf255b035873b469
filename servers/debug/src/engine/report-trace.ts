import type { SourceLocation } from '../backend/facts.ts';
import type { Core } from './core.ts';
import { cutText } from './cut-text.ts';
import { LIMITS } from './limits.ts';
import type { Session } from './session.ts';

export interface Traced {
  readonly id: string;
  readonly thread: number;
  readonly message: string;
  readonly hits: number;
  readonly location: SourceLocation | undefined;
}

/** Reports a tracepoint message, and disables the tracepoint at its limit. */
export function reportTrace(core: Core, session: Session, { id, thread, message, hits, location }: Traced): void {
  const breakpoint = core.breakpoints.find(id);
  if (breakpoint?.kind !== 'tracepoint' || breakpoint.trace === undefined) return;
  breakpoint.hitCount = hits;
  const { trace } = breakpoint;
  if (!breakpoint.isEnabled || (trace.most > 0 && trace.reported >= trace.most)) return;
  trace.reported += 1;
  const text = message.length > LIMITS.traceMessage ? `${cutText(message, LIMITS.traceMessage)}…` : message;
  trace.messages.push(text);
  if (trace.messages.length > LIMITS.traceMessages) trace.messages.shift();
  core.emit({
    kind: 'hit',
    hit: {
      breakpointId: id,
      type: 'tracepoint',
      location: location ?? breakpoint.bound?.location,
      threadId: thread,
      timestamp: core.now().toISOString(),
      hitCount: hits,
      logMessage: text,
      exception: undefined,
      onDropped: countOnce(() => {
        trace.dropped += 1;
      }),
    },
  });
  if (trace.most > 0 && trace.reported >= trace.most) {
    breakpoint.isEnabled = false;
    void core.commands.run(() => core.breakpoints.syncFile(session.backend, breakpoint.file));
  }
  core.emit({ kind: 'breakpoints' });
}

/** Several clients may drop the same message. */
function countOnce(count: () => void): () => void {
  let isCounted = false;
  return () => {
    if (!isCounted) count();
    isCounted = true;
  };
}
