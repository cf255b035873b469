import { isJsonObject } from '@toolmark/annotations';
import type { CallError } from '@toolmark/api-contract';
import { type JsonObject, parseJson, type RpcReply } from '@toolmark/base';
import type {
  Begin,
  Bodies,
  Body,
  DigestedCall,
  EndEntry,
  ForwardedParams,
  ParamsDigest,
  RoundEntry,
} from '@toolmark/record';
import type { Call, CallRecord } from '../../model/call.ts';
import { eraOf } from '../../sessions/identity.ts';
import { certainLegsOf } from '../../sessions/session-ledger.ts';
import { forwardedParams } from '../sent-params.ts';
import type { UnderWay } from './in-flight.ts';
import type { Sanitizer } from './sanitizer.ts';

/** The beginning of a call. The tool is what it was then: it may be another one by the time this is written. */
export function toBegin(
  { call, running }: UnderWay,
  version: string | null,
  { bodies, labels }: Sanitizer,
  digest?: ParamsDigest,
): Begin {
  const { caller } = call;
  const { seq, id, session, tool, at } = running;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: body, ...sent } = toRecordedParams(forwardedParams(call), called, bodies, digest);
  return {
    kind: 'begin',
    seq,
    id,
    session,
    version,
    server: tool?.server ?? null,
    // Of a tool that exists it is a name; of one that does not, somebody may have put anything there.
    tool: tool?.definition.name ?? labels(call.name) ?? '',
    class: tool?.resolution.class ?? null,
    at,
    era: eraOf(caller),
    mode: caller.mode ?? 'direct',
    client: labels(caller.client?.['name']),
    principal: caller.principal,
    arguments: body,
    ...sent,
    summary: body !== null && isShort(body) ? undefined : bodies.summary(call.arguments),
    legs: [],
  };
}

/** Arguments that are longer are shortened first: nobody else has all of them, or should have to read them again. */
const MAX_SHORT = 64 * 1024;

const isShort = ({ isCut, bytes }: Body): boolean => !isCut && bytes <= MAX_SHORT;

/**
 * The next later round of a call whose server asked something. `undefined` where nothing but the arguments leaves: those are the same
 * in every round.
 *
 * @param answers what the gateway adds to the params of a client that was asked while its request was open
 */
export function toRound(
  { call, running }: UnderWay,
  at: number,
  { bodies }: Pick<Sanitizer, 'bodies'>,
  digest?: ParamsDigest,
  answers?: JsonObject,
): RoundEntry | undefined {
  // The server asked, so the answers are for it, also where its state looks like one of ours: it may be a gateway too.
  const forwarded = forwardedParams({ ...call, params: { ...call.params, ...answers }, isContinued: true });
  const { seq, tool, rounds } = running;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: _same, others, ...proof } = toRecordedParams(forwarded, called, bodies, digest);
  return others && { kind: 'round', seq, round: rounds.length + 1, at, others, ...proof };
}

/** The end of a call, from its reply. */
export function toEnd(
  call: Call,
  running: CallRecord,
  { reply, given }: { readonly reply: RpcReply; readonly given: RpcReply },
  bodies: Bodies,
  now: number,
): EndEntry {
  const { tool } = call;
  const isCached = call.cachedAgeMs !== undefined;
  const status = statusOf(call);
  return endOf(running, status, now, {
    cached: isCached,
    error: errorOf(reply, bodies),
    failures: withoutSecrets(running.failures, bodies),
    result: bodyOf(reply, given, bodies),
    // What was refused, or never left, has brought nothing.
    legs: certainLegsOf(call.attempts > 0 || isCached ? tool : undefined, status),
  });
}

/** The JSON of a result, where it was written down whole and there was nothing to hide in it. */
export function textOf({ result }: EndEntry): string | undefined {
  if (result === null || result.isCut || result.redactions > 0) return undefined;
  // What cannot be written as JSON is a sentence there.
  return result.text.startsWith('{') ? result.text : undefined;
}

/** The same for a reply that cannot be written down. */
export const toEndWithoutBodies = (call: Call, running: CallRecord, now: number): EndEntry =>
  endOf(running, statusOf(call), now, { ...NOTHING, cached: call.cachedAgeMs !== undefined });

/** The client was asked something and never came back. */
export const toExpired = (running: CallRecord, bodies: Bodies, now: number): EndEntry =>
  endOf(running, 'expired', now, {
    ...NOTHING,
    error: { code: null, message: 'The client was asked a question and did not come back with an answer.' },
    failures: withoutSecrets(running.failures, bodies),
  });

type Outcome = Pick<EndEntry, 'cached' | 'error' | 'failures' | 'result' | 'legs'>;

const NOTHING: Outcome = { cached: false, error: null, failures: [], result: null, legs: [] };

function endOf(
  { seq, at: began, attempts, decision, approval }: CallRecord,
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
function withoutSecrets(failures: CallRecord['failures'], { excerpt }: Bodies): EndEntry['failures'] {
  if (failures.length === 0) return failures;
  return failures.map((failure) => ({ ...failure, message: excerpt(failure.message, MAX_MESSAGE) }));
}

function statusOf({ status }: Call): EndEntry['status'] {
  // Answered with questions, and nobody could come back under the same name: the answer was all there will be.
  if (status === 'waiting' || status === 'running') return 'ok';
  return status;
}

/** Of a result what it was before: what every client of an era gets with it says nothing about the call. */
function bodyOf(reply: RpcReply, given: RpcReply, bodies: Bodies): Body {
  if (reply.kind === 'result') return bodies.of(given.kind === 'result' ? given.result : reply.result);
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

/** The parameters of one request as they are stored. */
interface RecordedParams {
  readonly arguments: Body | null;
  /** Everything that left besides the arguments; missing where nothing did. */
  readonly others?: Body;
  /** Of all forwarded parameters; only where redaction or cutting changed one of the bodies. */
  readonly digest?: string;
}

/** Redacts and cuts what a request sends, and computes the digest that proves the original. */
function toRecordedParams(
  forwarded: ForwardedParams,
  { server, tool }: Pick<DigestedCall, 'server' | 'tool'>,
  bodies: Pick<Bodies, 'of'>,
  digest?: ParamsDigest,
): RecordedParams {
  const besides = besidesOf(forwarded);
  const given = forwarded.arguments === undefined ? null : bodies.of(forwarded.arguments);
  const others = besides && bodies.of(besides);
  const proof = isChanged(given) || isChanged(others) ? digest?.of({ ...forwarded, server, tool }) : undefined;
  return {
    arguments: given,
    ...(others !== undefined && { others }),
    ...(proof !== undefined && { digest: proof }),
  };
}

/** What leaves besides the arguments, as one object; `undefined` where nothing does, as of nearly every call. */
function besidesOf({ others, headers }: ForwardedParams): JsonObject | undefined {
  return headers === undefined ? others : { ...others, 'HTTP headers': headers };
}

/** Whether the record has something else than what left. */
const isChanged = (body: Body | null | undefined): boolean => body != null && (body.redactions > 0 || body.isCut);
