import type { RecordStatus } from '@toolmark/api-contract';
import type { ServerStatus, UpstreamServer } from '@toolmark/upstream';
import type * as prom from 'prom-client';
import { type CountCall, createCallCounter } from './call-metrics.ts';
import { LAG_BUCKETS, watchLoopLag } from './loop-lag.ts';
import { Counter, Gauge, Histogram, Registry } from './prom-client.ts';

/** The metrics of the gateway, and `/metrics`, which renders them. */
export interface Metrics {
  readonly countCall: CountCall;
  /** All metrics in the text format of Prometheus. */
  readonly render: () => Promise<string>;
  readonly contentType: string;
  readonly close: () => void;
}

export interface MetricsDeps {
  readonly version: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly servers: () => readonly UpstreamServer[];
  /** Sessions of legacy clients. */
  readonly sessions: () => number;
  /** Open streams for change notifications. */
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
    help: 'The delay of timers, sampled ten times per second.',
    buckets: LAG_BUCKETS,
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

/** Adds a metric whose values are read when the metrics are rendered. */
function sampleEach(
  registry: prom.Registry,
  [Metric, name, help]: readonly [Kind, string, string],
  labelNames: readonly string[],
  read: () => readonly (readonly [Labels, number])[],
): void {
  const metric = new Metric({
    name,
    help,
    labelNames,
    registers: [registry],
    collect: () => {
      metric.reset();
      // After a reset, a metric without labels is 0, even if it has no value now.
      if (labelNames.length === 0) metric.remove();
      for (const [labels, value] of read()) metric.inc(labels, value);
    },
  });
}

/** Adds a metric without labels; `undefined` hides it. */
function sampleValue(
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
      '1 while the server needs a sign-in.',
      ({ auth }) => (auth === undefined || auth.state === 'none' || auth.state === 'signed_in' ? 0 : 1),
    ],
    [Gauge, 'toolmark_calls_in_flight', 'Requests in progress.', (s) => s.inFlight],
    [Gauge, 'toolmark_calls_queued', 'Requests in the queue of a server.', (s) => s.queued],
    [Counter, 'toolmark_server_restarts_total', 'The number of reconnects.', (s) => s.restarts],
  ];
  for (const [Metric, name, help, read] of perServer)
    sampleEach(registry, [Metric, name, help], ['server'], () =>
      servers().map((server) => [{ server: server.name }, read(server.status())]),
    );
  sampleValue(registry, [Gauge, 'toolmark_sessions', 'Open sessions of legacy clients.'], sessions);
  sampleValue(registry, [Gauge, 'toolmark_listeners', 'Open streams for change notifications.'], listeners);
  const labels = { version, node: process.version };
  const info = [Gauge, 'toolmark_build_info', 'Always 1; the labels are the versions.'] as const;
  sampleEach(registry, info, Object.keys(labels), () => [[labels, 1]]);
}

function sampleRecord(registry: prom.Registry, record: MetricsDeps['record']): void {
  const metrics: readonly [Kind, string, string, (status: ReturnType<typeof record>) => number][] = [
    [Gauge, 'toolmark_record_up', '1 while calls can be recorded.', ({ state }) => (state === 'ok' ? 1 : 0)],
    [Counter, 'toolmark_record_lost_calls_total', 'Calls that could not be recorded.', (status) => status.lost_calls],
    [Gauge, 'toolmark_record_size_bytes', 'The size of the record.', (status) => status.size_bytes ?? 0],
  ];
  for (const [Metric, name, help, read] of metrics)
    sampleValue(registry, [Metric, name, help], () => (record().state === 'off' ? undefined : read(record())));
}

/** Uses the metric names of common dashboards for Node.js. */
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
    [Gauge, 'process_resident_memory_bytes', 'Resident memory.', () => memoryUsage().rss],
    [Gauge, 'process_start_time_seconds', 'The start time of the gateway, in seconds since 1970.', () => startedAt],
    [Gauge, 'nodejs_heap_size_used_bytes', 'Used JavaScript heap.', () => memoryUsage().heapUsed],
  ];
  for (const [Metric, name, help, read] of metrics) sampleValue(registry, [Metric, name, help], read);
}
