import type { Middleware, ToolCall } from '../call/middleware.ts';
import type { ToolOutcome } from '../outcome/outcome.ts';

/** One call that has ended. */
export interface CallEvent {
  readonly tool: string;
  readonly durationMs: number;
  readonly outcome: 'ok' | 'error' | 'denied';
  /** The code of the failure, where it is one. */
  readonly errorCode?: string;
}

/**
 * Takes the calls: {@link createMetrics}, or whatever sends them to a monitoring system.
 *
 * @example
 * const sink: CallSink = { record: ({ tool, durationMs }) => histogram.observe({ tool }, durationMs / 1000) };
 */
export interface CallSink {
  record(event: CallEvent): void;
}

export interface InstrumentOptions {
  /** Milliseconds from any starting point; the default cannot be moved by somebody setting the clock. */
  readonly now?: () => number;
}

/**
 * Counts and times every call. Put it first in `use`, so that it also sees the calls that the others refuse.
 *
 * @example
 * const metrics = createMetrics();
 * const kit = createKit(server, { use: [instrument(metrics)] });
 */
export function instrument(sink: CallSink, { now = () => performance.now() }: InstrumentOptions = {}): Middleware {
  return async (call, next) => {
    const start = now();
    const record = (ending: Pick<CallEvent, 'outcome' | 'errorCode'>) =>
      recordSafely(sink, { tool: call.tool.name, durationMs: now() - start, ...ending }, call);
    try {
      const outcome = await next();
      record(endingOf(outcome));
      return outcome;
    } catch (error) {
      // A step further in broke. What becomes of it is decided further out; here it only counts.
      record({ outcome: 'error', errorCode: 'INTERNAL' });
      throw error;
    }
  };
}

const DENIALS: ReadonlySet<string> = new Set(['FORBIDDEN', 'UNAUTHENTICATED']);

function endingOf(outcome: ToolOutcome): Pick<CallEvent, 'outcome' | 'errorCode'> {
  if (outcome.kind !== 'failed') return { outcome: 'ok' };
  return { outcome: DENIALS.has(outcome.code) ? 'denied' : 'error', errorCode: outcome.code };
}

/** A monitoring system that is down must not take the tools with it. */
function recordSafely(sink: CallSink, event: CallEvent, call: ToolCall): void {
  try {
    sink.record(event);
  } catch (error) {
    call.report(error);
  }
}
