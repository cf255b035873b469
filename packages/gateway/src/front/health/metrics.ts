import type { RecordStatus } from '@toolmark/api-contract';
import type { UpstreamServer } from '@toolmark/upstream';
import { type Metric, type Sample, toExposition } from './exposition.ts';
import { createHistogram, type Histogram } from './histogram.ts';
import { createLoopLag } from './loop-lag.ts';
import { CALL_OUTCOMES, type CallOutcome } from './outcome.ts';

/** What the gateway counts, and the page that shows it. */
export interface Metrics {
  /** On the path of every call: adds to a few numbers and allocates nothing. */
  readonly recordCall: (server: string, outcome: CallOutcome, durationMs: number) => void;
  /** Everything in the text format of Prometheus. */
  readonly render: () => string;
  readonly close: () => void;
}

export interface MetricsDeps {
  readonly version: string;
  readonly servers: () => readonly UpstreamServer[];
  /** Sessions of older clients. */
  readonly sessions: () => number;
  /** Streams on which clients listen for changes. */
  readonly listeners: () => number;
  readonly record: () => Pick<RecordStatus, 'state' | 'lost_calls' | 'size_bytes'>;
}

/** In seconds: from what a fast local tool takes to what the longest one may. */
const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

interface CallSeries {
  readonly outcomes: Record<CallOutcome, number>;
  readonly durations: Histogram;
}

/**
 * Counts calls by server and outcome. Not by tool: ten thousand tools would be ten thousand series, and names are for the
 * record of calls.
 *
 * @example
 * metrics.recordCall('notes', outcomeOf(reply), performance.now() - start);
 */
export function createMetrics(deps: MetricsDeps): Metrics {
  const seriesByServer = new Map<string, CallSeries>();
  const lag = createLoopLag();
  return {
    recordCall: (server, outcome, durationMs) => {
      let series = seriesByServer.get(server);
      if (series === undefined) {
        series = createSeries();
        seriesByServer.set(server, series);
      }
      series.outcomes[outcome]++;
      // A wall clock may have been set back; a sum that falls would look like a restart.
      series.durations.record(Math.max(0, durationMs) / 1_000);
    },
    render: () =>
      toExposition([
        ...callMetrics(seriesByServer),
        ...serverMetrics(deps),
        ...recordMetrics(deps.record()),
        ...processMetrics(lag.samples({})),
      ]),
    close: () => lag.close(),
  };
}

function createSeries(): CallSeries {
  const outcomes: Record<CallOutcome, number> = {
    ok: 0,
    tool_error: 0,
    error: 0,
    cancelled: 0,
    unavailable: 0,
    timeout: 0,
    died: 0,
    busy: 0,
    broken: 0,
    internal: 0,
  };
  return { outcomes, durations: createHistogram(DURATION_BOUNDS) };
}

function callMetrics(seriesByServer: ReadonlyMap<string, CallSeries>): readonly Metric[] {
  const series = [...seriesByServer];
  return [
    {
      name: 'toolmark_calls_total',
      help: 'Tool calls that ended, by server and outcome.',
      type: 'counter',
      samples: series.flatMap(([server, { outcomes }]) =>
        CALL_OUTCOMES.map((outcome) => ({ labels: { server, outcome }, value: outcomes[outcome] })),
      ),
    },
    {
      name: 'toolmark_call_duration_seconds',
      help: 'How long tool calls took, from the request to its answer.',
      type: 'histogram',
      samples: series.flatMap(([server, { durations }]) => durations.samples({ server })),
    },
  ];
}

function serverMetrics({ servers, sessions, listeners, version }: MetricsDeps): readonly Metric[] {
  const states = servers().map((server) => ({ server: server.name, ...server.status() }));
  const gauge = (name: string, help: string, value: (state: (typeof states)[number]) => number): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: states.map((state) => ({ labels: { server: state.server }, value: value(state) })),
  });
  return [
    gauge('toolmark_server_up', '1 while the server is ready for calls.', ({ state }) => (state === 'ready' ? 1 : 0)),
    gauge('toolmark_server_sign_in_needed', '1 while somebody has to sign in to the server.', ({ auth }) =>
      auth === undefined || auth.state === 'none' || auth.state === 'signed_in' ? 0 : 1,
    ),
    gauge('toolmark_calls_in_flight', 'Requests a server is working on.', ({ inFlight }) => inFlight),
    gauge('toolmark_calls_queued', 'Requests that wait for a server.', ({ queued }) => queued),
    {
      ...gauge('toolmark_server_restarts_total', 'How often a server had to be connected again.', (s) => s.restarts),
      type: 'counter',
    },
    one('toolmark_sessions', 'Open sessions of older clients.', 'gauge', sessions()),
    one('toolmark_listeners', 'Open streams on which clients listen for changes.', 'gauge', listeners()),
    {
      name: 'toolmark_build_info',
      help: 'Always 1; the labels say what is running.',
      type: 'gauge',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
  ];
}

function recordMetrics({
  state,
  lost_calls: lost,
  size_bytes: size,
}: ReturnType<MetricsDeps['record']>): readonly Metric[] {
  if (state === 'off') return [];
  return [
    one('toolmark_record_up', '1 while calls can be recorded.', 'gauge', state === 'ok' ? 1 : 0),
    one('toolmark_record_lost_calls_total', 'Calls that could not be recorded.', 'counter', lost),
    one('toolmark_record_size_bytes', 'How large the record is.', 'gauge', size ?? 0),
  ];
}

/** Under the names that dashboards for Node know. */
function processMetrics(lag: readonly Sample[]): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const startedAt = Math.round(performance.timeOrigin / 1_000);
  return [
    one('process_cpu_user_seconds_total', 'CPU time of the gateway itself.', 'counter', user / 1e6),
    one('process_cpu_system_seconds_total', 'CPU time the system spent for the gateway.', 'counter', system / 1e6),
    one('process_resident_memory_bytes', 'Memory the gateway holds.', 'gauge', rss),
    one('process_start_time_seconds', 'When the gateway was started, since 1970.', 'gauge', startedAt),
    one('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', 'gauge', heapUsed),
    {
      name: 'nodejs_eventloop_lag_seconds',
      help: 'How late timers came, sampled ten times a second.',
      type: 'histogram',
      samples: lag,
    },
  ];
}

function one(name: string, help: string, type: 'counter' | 'gauge', value: number): Metric {
  return { name, help, type, samples: [{ value }] };
}
