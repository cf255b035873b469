import type { RecordStatus } from '@toolmark/api-contract';
import type { ServerStatus, UpstreamServer } from '@toolmark/upstream';
import type * as prom from 'prom-client';
import { type CountCall, createCallCounter } from './call-metrics.ts';
import { LAG_BOUNDS, watchLoopLag } from './loop-lag.ts';
import { Counter, Gauge, Histogram, Registry } from './prom-client.ts';

/** The metrics of the gateway, and `/metrics`, which renders them. */
export interface Metrics {
  readonly countCall: CountCall;
  /** Everything in the text format of Prometheus. */
  readonly render: () => Promise<string>;
  readonly contentType: string;
  readonly close: () => void;
}

export interface MetricsDeps {
  readonly version: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly servers: () => readonly UpstreamServer[];
  /** Sessions of older clients. */
  readonly sessions: () => number;
  /** Streams on which clients listen for changes. */
  readonly listeners: () => number;
  readonly record: () => Pick<RecordStatus, 'state' | 'lost_calls' | 'size_bytes'>;
}

/**
 * @example
 * metrics.countCall(call, reply);
 * await metrics.render() // '# HELP toolmark_calls_total …'
 */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  sampleServers(registry, deps);
  sampleRecord(registry, deps.record);
  sampleProcess(registry);
  const lag = new Histogram({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late timers came, sampled ten times a second.',
    buckets: LAG_BOUNDS,
    registers: [registry],
  });
  return {
    countCall: createCallCounter(registry, deps.now),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    close: watchLoopLag((seconds) => lag.observe(seconds)),
  };
}

type Kind = typeof prom.Gauge | typeof prom.Counter;
type Labels = Readonly<Record<string, string>>;

/** Adds a metric whose values are read when the page is rendered. */
function sampleEach(
  registry: prom.Registry,
  [Metric, name, help]: readonly [Kind, string, string],
  labelNames: readonly string[],
  read: () => readonly (readonly [Labels, number])[],
): void {
  const metric = new Metric({
    ...{ name, help, labelNames, registers: [registry] },
    collect: () => {
      metric.reset();
      // After a reset, a metric without labels is 0, even if it has no value now.
      if (labelNames.length === 0) metric.remove();
      for (const [labels, value] of read()) metric.inc(labels, value);
    },
  });
}

/** One without labels; nothing is shown for `undefined`. */
function sample(
  registry: prom.Registry,
  metric: readonly [Kind, string, string],
  read: () => number | undefined,
): void {
  sampleEach(registry, metric, [], () => {
    const value = read();
    return value === undefined ? [] : [[{}, value]];
  });
}

function sampleServers(registry: prom.Registry, { servers, sessions, listeners, version }: MetricsDeps): void {
  const perServer: readonly [Kind, string, string, (status: ServerStatus) => number][] = [
    [Gauge, 'toolmark_server_up', '1 while the server is ready for calls.', (s) => (s.state === 'ready' ? 1 : 0)],
    [
      Gauge,
      'toolmark_server_sign_in_needed',
      '1 while somebody has to sign in to the server.',
      ({ auth }) => (auth === undefined || auth.state === 'none' || auth.state === 'signed_in' ? 0 : 1),
    ],
    [Gauge, 'toolmark_calls_in_flight', 'Requests a server is working on.', (s) => s.inFlight],
    [Gauge, 'toolmark_calls_queued', 'Requests that wait for a server.', (s) => s.queued],
    [Counter, 'toolmark_server_restarts_total', 'How often a server had to be connected again.', (s) => s.restarts],
  ];
  for (const [Metric, name, help, read] of perServer)
    sampleEach(registry, [Metric, name, help], ['server'], () =>
      servers().map((server) => [{ server: server.name }, read(server.status())]),
    );
  sample(registry, [Gauge, 'toolmark_sessions', 'Open sessions of older clients.'], sessions);
  sample(registry, [Gauge, 'toolmark_listeners', 'Open streams on which clients listen for changes.'], listeners);
  const labels = { version, node: process.version };
  const info = [Gauge, 'toolmark_build_info', 'Always 1; the labels say what is running.'] as const;
  sampleEach(registry, info, Object.keys(labels), () => [[labels, 1]]);
}

function sampleRecord(registry: prom.Registry, record: MetricsDeps['record']): void {
  const metrics: readonly [Kind, string, string, (status: ReturnType<typeof record>) => number][] = [
    [Gauge, 'toolmark_record_up', '1 while calls can be recorded.', ({ state }) => (state === 'ok' ? 1 : 0)],
    [Counter, 'toolmark_record_lost_calls_total', 'Calls that could not be recorded.', (status) => status.lost_calls],
    [Gauge, 'toolmark_record_size_bytes', 'How large the record is.', (status) => status.size_bytes ?? 0],
  ];
  for (const [Metric, name, help, read] of metrics)
    sample(registry, [Metric, name, help], () => (record().state === 'off' ? undefined : read(record())));
}

/** Under the names that dashboards for Node know. */
function sampleProcess(registry: prom.Registry): void {
  const startedAt = Math.round(performance.timeOrigin / 1_000);
  const { cpuUsage, memoryUsage } = process;
  const metrics: readonly [Kind, string, string, () => number][] = [
    [Counter, 'process_cpu_user_seconds_total', 'CPU time of the gateway itself.', () => cpuUsage().user / 1e6],
    [
      Counter,
      'process_cpu_system_seconds_total',
      'CPU time the system spent for the gateway.',
      () => cpuUsage().system / 1e6,
    ],
    [Gauge, 'process_resident_memory_bytes', 'Memory the gateway holds.', () => memoryUsage().rss],
    [Gauge, 'process_start_time_seconds', 'When the gateway was started, since 1970.', () => startedAt],
    [Gauge, 'nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', () => memoryUsage().heapUsed],
  ];
  for (const [Metric, name, help, read] of metrics) sample(registry, [Metric, name, help], read);
}
