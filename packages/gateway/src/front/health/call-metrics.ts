import { isJsonObject } from '@toolmark/annotations';
import { ERRORS, type ErrorName, type RpcReply } from '@toolmark/base';
import type * as prom from 'prom-client';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { Counter, Histogram } from './prom-client.ts';

/** Counts a call that has its reply. Runs on every call. */
export type CountCall = (call: CountedCall, reply: RpcReply) => void;

interface CountedCall extends Pick<Call, 'startedAt'> {
  readonly tool: Pick<CatalogTool, 'server'> | undefined;
}

/** The outcomes of a call, as a label. `tool_error`: the tool returned `isError`. `error`: its server returned a JSON-RPC error. */
const CALL_OUTCOMES = [
  'ok',
  'tool_error',
  'error',
  'cancelled',
  'unavailable',
  'timeout',
  'died',
  'busy',
  'broken',
  'internal',
] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Our own errors with an outcome; other errors come from the server or are caused by the client. */
const OUTCOMES: { readonly [Name in ErrorName]?: CallOutcome } = {
  cancelled: 'cancelled',
  upstreamUnavailable: 'unavailable',
  upstreamTimeout: 'timeout',
  upstreamDied: 'died',
  upstreamBusy: 'busy',
  upstreamBroken: 'broken',
  shuttingDown: 'unavailable',
  internal: 'internal',
};

/** In seconds: from a fast local tool to the longest call timeout. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The counters of one server, kept because prom-client would look up the labels again on every call. */
interface CallSeries {
  readonly outcomes: Readonly<Record<CallOutcome, { readonly inc: () => void }>>;
  readonly durations: { readonly observe: (seconds: number) => void };
}

/**
 * Counts calls by server and outcome. Not by tool, because ten thousand tools would be ten thousand series; the record has
 * calls by tool.
 */
export function createCallCounter(registry: prom.Registry, now: () => number): CountCall {
  const registers = [registry];
  const calls = new Counter({
    name: 'toolmark_calls_total',
    help: 'Finished tool calls, by server and outcome.',
    labelNames: ['server', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'toolmark_call_duration_seconds',
    help: 'The duration of tool calls, from request to answer.',
    labelNames: ['server'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const createSeries = (server: string): CallSeries => {
    const outcomes = CALL_OUTCOMES.map((outcome) => [outcome, calls.labels(server, outcome)] as const);
    // A series that starts at zero shows its first increase.
    for (const [, counter] of outcomes) counter.inc(0);
    return {
      outcomes: Object.fromEntries(outcomes) as Record<CallOutcome, prom.Counter.Internal>,
      durations: durations.labels(server),
    };
  };
  const seriesByServer = new Map<string, CallSeries>();
  return ({ tool, startedAt }, reply) => {
    if (tool === undefined) return;
    const { server } = tool;
    let series = seriesByServer.get(server);
    if (series === undefined) {
      series = createSeries(server);
      seriesByServer.set(server, series);
    }
    series.outcomes[outcomeOf(reply)].inc();
    // The wall clock may go back; a decreasing sum would look like a restart.
    series.durations.observe(Math.max(0, now() - startedAt) / 1_000);
  };
}

/**
 * @example
 * outcomeOf(failed(errorOf('upstreamTimeout', '…'))) // 'timeout'
 */
export function outcomeOf(reply: RpcReply): CallOutcome {
  if (reply.kind === 'json') return 'ok';
  if (reply.kind === 'result') return reply.result['isError'] === true ? 'tool_error' : 'ok';
  const { code, data } = reply.error;
  const name = isJsonObject(data) ? data['error'] : undefined;
  // A server may use the code or the name of one of our errors by chance; both together are ours.
  if (typeof name !== 'string' || !Object.hasOwn(OUTCOMES, name)) return 'error';
  const known = name as ErrorName;
  return ERRORS[known].code === code ? (OUTCOMES[known] ?? 'error') : 'error';
}
