import type { Middleware, ToolCall } from '../call/middleware.ts';
import type { ToolOutcome } from '../outcome/outcome.ts';

/** One finished call. */
export interface CallEvent {
  readonly tool: string;
  readonly durationMs: number;
  readonly outcome: 'ok' | 'error' | 'denied';
  /** The error code, if the call failed. */
  readonly errorCode?: string;
}

/**
 * Receives finished calls: {@link createMetrics}, or an adapter to a monitoring system.
 *
 * @example
 * const sink: CallSink = { record: ({ tool, durationMs }) => histogram.observe({ tool }, durationMs / 1000) };
 */
export interface CallSink {
  record(event: CallEvent): void;
}

export interface InstrumentOptions {
  /** Milliseconds from any starting point; the default is a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Counts and times every call. Put it first in `use`, so that it also counts calls rejected by other middleware.
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
      // An inner step threw. Count it here; an outer one handles it.
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

/** A failing monitoring system must not fail the tools. */
function recordSafely(sink: CallSink, event: CallEvent, call: ToolCall): void {
  try {
    sink.record(event);
  } catch (error) {
    call.report(error);
  }
}
