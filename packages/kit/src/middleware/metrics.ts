import type { CallEvent, CallSink } from './instrument.ts';

/** The counts of one tool. */
export interface ToolMetrics {
  readonly calls: number;
  readonly ok: number;
  readonly errors: number;
  readonly denied: number;
  /** The number of failures by error code. */
  readonly errorCodes: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
}

/** A sink that keeps its counts in memory. */
export interface Metrics extends CallSink {
  /** The counts of every called tool, by name. */
  snapshot(): Readonly<Record<string, ToolMetrics>>;
}

/**
 * Counts calls in memory, for a status tool, a health page or a test.
 *
 * @example
 * const metrics = createMetrics();
 * const kit = createKit(server, { use: [instrument(metrics)] });
 * metrics.snapshot()['get_note']?.calls // 12
 */
export function createMetrics(): Metrics {
  const metricsByTool = new Map<string, ToolMetrics>();
  return {
    record: (event) => {
      metricsByTool.set(event.tool, add(metricsByTool.get(event.tool) ?? NONE, event));
    },
    snapshot: () => Object.fromEntries(metricsByTool),
  };
}

const NONE: ToolMetrics = Object.freeze({
  calls: 0,
  ok: 0,
  errors: 0,
  denied: 0,
  errorCodes: {},
  totalMs: 0,
  meanMs: 0,
  maxMs: 0,
});

function add(before: ToolMetrics, { durationMs, outcome, errorCode }: CallEvent): ToolMetrics {
  const calls = before.calls + 1;
  const totalMs = before.totalMs + durationMs;
  const { errorCodes } = before;
  return {
    calls,
    ok: before.ok + (outcome === 'ok' ? 1 : 0),
    errors: before.errors + (outcome === 'error' ? 1 : 0),
    denied: before.denied + (outcome === 'denied' ? 1 : 0),
    errorCodes: errorCode === undefined ? errorCodes : { ...errorCodes, [errorCode]: (errorCodes[errorCode] ?? 0) + 1 },
    totalMs,
    meanMs: totalMs / calls,
    maxMs: Math.max(before.maxMs, durationMs),
  };
}
