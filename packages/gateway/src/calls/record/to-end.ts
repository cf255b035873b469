import { isJsonObject } from '@toolmark/annotations';
import type { CallError } from '@toolmark/api-contract';
import { parseJson, type RpcReply } from '@toolmark/base';
import type { Bodies, Body, EndEntry } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import { legsOf } from '../../sessions/risk.ts';
import type { Running } from './in-flight.ts';

/** The end of a call, from its reply. */
export function toEnd(call: Call, running: Running, bodies: Bodies, now: number): EndEntry {
  const { reply, tool } = call;
  const status = statusOf(call);
  return endOf(running, status, now, {
    cached: call.isCached,
    error: reply === undefined ? null : errorOf(reply, bodies),
    failures: withoutSecrets(running.failures, bodies),
    result: reply === undefined ? null : bodyOf(reply, call.given, bodies),
    // What was refused, or never left, has brought nothing.
    legs: legsOf(call.attempts > 0 || call.isCached ? tool : undefined, status === 'ok' ? 'ok' : 'failed'),
  });
}

/** The JSON of a result, where it was written down whole and there was nothing to hide in it. */
export function textOf({ result }: EndEntry): string | undefined {
  if (result === null || result.isCut || result.redactions > 0) return undefined;
  // What cannot be written as JSON is a sentence there.
  return result.text.startsWith('{') ? result.text : undefined;
}

/** The same for a reply that cannot be written down. */
export const toEndWithoutBodies = (call: Call, running: Running, now: number): EndEntry =>
  endOf(running, statusOf(call), now, { ...NOTHING, cached: call.isCached });

/** The client was asked something and never came back. */
export const toExpired = (running: Running, bodies: Bodies, now: number): EndEntry =>
  endOf(running, 'expired', now, {
    ...NOTHING,
    error: { code: null, message: 'The client was asked a question and did not come back with an answer.' },
    failures: withoutSecrets(running.failures, bodies),
  });

type Outcome = Pick<EndEntry, 'cached' | 'error' | 'failures' | 'result' | 'legs'>;

const NOTHING: Outcome = { cached: false, error: null, failures: [], result: null, legs: [] };

function endOf(
  { seq, at: began, attempts, decision, approval }: Running,
  status: EndEntry['status'],
  now: number,
  { cached, error, failures, result, legs }: Outcome,
): EndEntry {
  return {
    kind: 'end',
    seq,
    status,
    at: now,
    durationMs: Math.max(0, now - began),
    attempts,
    cached,
    decision,
    approval,
    error,
    failures,
    result,
    legs,
  };
}

/** A server may put into the message of an error whatever it was sent. */
function withoutSecrets(failures: Running['failures'], { excerpt }: Bodies): EndEntry['failures'] {
  if (failures.length === 0) return failures;
  return failures.map((failure) => ({ ...failure, message: excerpt(failure.message, MAX_MESSAGE) }));
}

function statusOf({ status }: Call): EndEntry['status'] {
  // Answered with questions, and nobody could come back under the same name: the answer was all there will be.
  if (status === 'waiting' || status === 'running') return 'ok';
  return status;
}

/** Of a result what it was before: what every client of an era gets with it says nothing about the call. */
function bodyOf(reply: RpcReply, given: RpcReply | undefined, bodies: Bodies): Body {
  if (reply.kind === 'result') return bodies.of(given?.kind === 'result' ? given.result : reply.result);
  if (reply.kind === 'error') return bodies.of(reply.error);
  return bodies.of(parseJson(reply.json.toString('utf8')));
}

/** How much of a message a list shows. */
const MAX_MESSAGE = 500;

function errorOf(reply: RpcReply, { excerpt }: Bodies): CallError | null {
  if (reply.kind === 'error') return { code: reply.error.code, message: excerpt(reply.error.message, MAX_MESSAGE) };
  if (reply.kind !== 'result' || reply.result['isError'] !== true) return null;
  return { code: null, message: excerpt(firstTextOf(reply.result['content']), MAX_MESSAGE) };
}

/** What a tool says of its failure: its first text. */
function firstTextOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const first = blocks.find((block) => isJsonObject(block) && typeof block['text'] === 'string');
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : 'The tool reported an error.';
}
