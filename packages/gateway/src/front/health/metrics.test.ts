import { ERRORS, type ErrorName, errorOf, failed, type RpcReply, result } from '@toolmark/base';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aServer } from '../rest/fixtures/a-gateway.ts';
import { type CallOutcome, outcomeOf } from './call-metrics.ts';
import { watchLoopLag } from './loop-lag.ts';
import { createMetrics, type Metrics, type MetricsDeps } from './metrics.ts';

const NOW = 2_000_000;
const DONE = result({ content: [] });
const TIMEOUT = failed(errorOf('upstreamTimeout', 'Too late.'));

let metrics: Metrics | undefined;
let record: ReturnType<MetricsDeps['record']> = { state: 'ok', lost_calls: 0, size_bytes: 1 };

afterEach(() => metrics?.close());

const start = (...names: readonly string[]): Metrics => {
  metrics = createMetrics({
    version: '1.2.3',
    now: () => NOW,
    servers: () => [
      ...names.map((name) => aServer(name, { inFlight: 2, queued: 5, restarts: 7 })),
      aServer('sick', { state: 'waiting' }),
    ],
    sessions: () => 3,
    listeners: () => 4,
    record: () => record,
  });
  return metrics;
};

/** Counts a call that took so long. */
const count = ({ countCall }: Metrics, server: string, ms: number, reply: RpcReply = DONE): void =>
  countCall({ tool: { server }, startedAt: NOW - ms }, reply);

/** The values of a page by `name{labels}`; checks that every metric is known, typed and listed once. */
async function read({ render }: Metrics): Promise<ReadonlyMap<string, number>> {
  const text = await render();
  const values = new Map<string, number>();
  const types = new Map<string, string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) {
      expect(types.has(name), line).toBe(false);
      types.set(name, type);
    } else if (!/^# HELP \S+ .+$/.test(line)) {
      const [, key = '', base = '', value = ''] =
        /^(([a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})?) (\S+)$/.exec(line) ?? [];
      expect(Number.isFinite(Number(value)) && key !== '', line).toBe(true);
      expect(types.has(base) || types.get(base.replace(/_(bucket|sum|count)$/, '')) === 'histogram', line).toBe(true);
      expect(values.has(sortLabels(key)), line).toBe(false);
      values.set(sortLabels(key), Number(value));
    }
  }
  return values;
}

/** Sorts labels: samples have no order of labels; here `le` is last. */
const sortLabels = (key: string): string => key.replace(/\{(le="[^"]*"),(.*)\}$/, '{$2,$1}');

describe('metrics', () => {
  it.each<[typeof record, object]>([
    [
      { state: 'ok', lost_calls: 0, size_bytes: 7 },
      { up: 1, lost_calls_total: 0, size_bytes: 7 },
    ],
    [
      { state: 'failing', lost_calls: 3, size_bytes: null },
      { up: 0, lost_calls_total: 3, size_bytes: 0 },
    ],
    [{ state: 'off', lost_calls: 0, size_bytes: null }, {}],
  ])('show the state of the record: %j', async (status, expected) => {
    record = status;
    const told = [...(await read(start()))].filter(([key]) => key.startsWith('toolmark_record_'));
    expect(Object.fromEntries(told.map(([key, value]) => [key.slice('toolmark_record_'.length), value]))).toEqual(
      expected,
    );
  });

  it('count calls and their durations by server and outcome', async () => {
    const metrics = start('notes');
    count(metrics, 'notes', 0.4);
    count(metrics, 'notes', 1);
    count(metrics, 'notes', 999_999, TIMEOUT);
    const values = await read(metrics);
    expect(values.get('toolmark_calls_total{server="notes",outcome="ok"}')).toBe(2);
    expect(values.get('toolmark_calls_total{server="notes",outcome="timeout"}')).toBe(1);
    expect(values.get('toolmark_calls_total{server="notes",outcome="error"}')).toBe(0);
    expect(values.get('toolmark_call_duration_seconds_bucket{server="notes",le="0.001"}')).toBe(2);
    expect(values.get('toolmark_call_duration_seconds_bucket{server="notes",le="300"}')).toBe(2);
    expect(values.get('toolmark_call_duration_seconds_bucket{server="notes",le="+Inf"}')).toBe(3);
    expect(values.get('toolmark_call_duration_seconds_count{server="notes"}')).toBe(3);
    expect(values.get('toolmark_call_duration_seconds_sum{server="notes"}')).toBeCloseTo(1000.0004);
  });

  it('never decrease, even if the clock goes back', async () => {
    const metrics = start('notes');
    count(metrics, 'notes', -60_000);
    expect((await read(metrics)).get('toolmark_call_duration_seconds_sum{server="notes"}')).toBe(0);
  });

  it('show the state of the servers', async () => {
    const values = await read(start('notes'));
    expect(Object.fromEntries([...values].filter(([key]) => /server="|sessions|listeners/.test(key)))).toEqual({
      'toolmark_server_up{server="notes"}': 1,
      'toolmark_server_up{server="sick"}': 0,
      'toolmark_server_sign_in_needed{server="notes"}': 0,
      'toolmark_server_sign_in_needed{server="sick"}': 0,
      'toolmark_calls_in_flight{server="notes"}': 2,
      'toolmark_calls_in_flight{server="sick"}': 0,
      'toolmark_calls_queued{server="notes"}': 5,
      'toolmark_calls_queued{server="sick"}': 0,
      'toolmark_server_restarts_total{server="notes"}': 7,
      'toolmark_server_restarts_total{server="sick"}': 0,
      toolmark_sessions: 3,
      toolmark_listeners: 4,
    });
  });

  it('show the process', async () => {
    const values = await read(start());
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_user_seconds_total',
      'process_start_time_seconds',
    ])
      expect(values.get(name), name).toBeGreaterThan(0);
    expect([...values.keys()]).toContain('nodejs_eventloop_lag_seconds_bucket{le="+Inf"}');
    expect(values.get(`toolmark_build_info{version="1.2.3",node="${process.version}"}`)).toBe(1);
  });

  it('accept any server name', async () => {
    const metrics = start('a"b\\c\nd');
    count(metrics, 'a"b\\c\nd', 1);
    expect((await read(metrics)).get('toolmark_server_up{server="a\\"b\\\\c\\nd"}')).toBe(1);
  });
});

describe('the outcome of a reply', () => {
  const told: Partial<Record<ErrorName, CallOutcome>> = {
    internal: 'internal',
    cancelled: 'cancelled',
    upstreamUnavailable: 'unavailable',
    upstreamTimeout: 'timeout',
    upstreamDied: 'died',
    upstreamBusy: 'busy',
    upstreamBroken: 'broken',
    shuttingDown: 'unavailable',
  };
  const ours = (Object.keys(ERRORS) as ErrorName[]).map((name) => [name, told[name] ?? 'error'] as const);

  it.each(ours)('%s: %s', (name, outcome) => {
    expect(outcomeOf(failed(errorOf(name, 'x')))).toBe(outcome);
  });

  it.each<[string, RpcReply, CallOutcome]>([
    ['a result', result({ content: [] }), 'ok'],
    ['bytes', { kind: 'json', json: Buffer.from('{}') }, 'ok'],
    ['a result that is an error', result({ isError: true }), 'tool_error'],
    ['a result with another isError', result({ isError: 'true' }), 'ok'],
    ['an error of the server', failed({ code: -32000, message: 'x' }), 'error'],
    ['our code without our name', failed({ code: ERRORS.upstreamTimeout.code, message: 'x' }), 'error'],
    ['our name without our code', failed({ code: 1, message: 'x', data: { error: 'upstreamTimeout' } }), 'error'],
    ['an unknown name', failed({ code: 1, message: 'x', data: { error: 'constructor' } }), 'error'],
    ['data of another type', failed({ code: 1, message: 'x', data: ['upstreamTimeout'] }), 'error'],
  ])('%s', (_case, reply, outcome) => expect(outcomeOf(reply)).toBe(outcome));
});

describe('the lag of the event loop', () => {
  it('is the delay of a timer, and is no longer measured after closing', async () => {
    vi.useFakeTimers();
    try {
      let time = 0;
      const reported: number[] = [];
      const stop = watchLoopLag(
        (seconds) => reported.push(seconds),
        () => time,
      );
      const tick = (elapsed: number) => {
        time += elapsed;
        vi.advanceTimersByTime(100);
      };
      for (const elapsed of [100, 99, 102, 400]) tick(elapsed);
      stop();
      tick(100);
      expect(reported).toEqual([0, 0, 0.002, 0.3]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
