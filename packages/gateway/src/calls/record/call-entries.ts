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
import type { Call } from '../../model/call.ts';
import { eraOf } from '../../sessions/identity.ts';
import { certainRisksOf } from '../../sessions/session-ledger.ts';
import { forwardedParams } from '../sent-params.ts';
import type { CallInProgress, CallRecord } from './call-record.ts';
import type { Sanitizer } from './sanitizer.ts';

/** The beginning of a call. It names the tool of that time, which may have changed before the entry is written. */
export function toBegin(
  { call, record }: CallInProgress,
  version: string | null,
  { bodies, labels }: Sanitizer,
  digest?: ParamsDigest,
): Begin {
  const { caller } = call;
  const { seq, id, session, tool, at } = record;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: body, ...sent } = toRecordedParams(forwardedParams(call), called, bodies, digest);
  return {
    kind: 'begin',
    seq,
    id,
    session,
    version,
    server: tool?.server ?? null,
    // The name of an unknown tool is arbitrary text of the client, so it is redacted.
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

/** Longer arguments are summarized here, where they are still complete; the writer summarizes the others. */
const MAX_SHORT = 64 * 1024;

const isShort = ({ isCut, bytes }: Body): boolean => !isCut && bytes <= MAX_SHORT;

/**
 * The next round of a call whose server asked a question. `undefined` if only the arguments are sent: they are the same in every round.
 *
 * @param answers params that the gateway adds for a client that was asked while its request was open
 */
export function toRound(
  { call, record }: CallInProgress,
  at: number,
  { bodies }: Pick<Sanitizer, 'bodies'>,
  digest?: ParamsDigest,
  answers?: JsonObject,
): RoundEntry | undefined {
  // The server asked, so the answers are for it, even if its state looks like one of ours: it may be a gateway too.
  const forwarded = forwardedParams({ ...call, params: { ...call.params, ...answers }, isContinued: true });
  const { seq, tool, rounds } = record;
  const called = { server: tool?.server ?? null, tool: tool?.definition.name ?? call.name };
  const { arguments: _same, others, ...proof } = toRecordedParams(forwarded, called, bodies, digest);
  return others && { kind: 'round', seq, round: rounds.length + 1, at, others, ...proof };
}

/** The end of a call, from its reply. */
export function toEnd(
  call: Call,
  record: CallRecord,
  { reply, given }: { readonly reply: RpcReply; readonly given: RpcReply },
  bodies: Bodies,
  now: number,
): EndEntry {
  const { tool } = call;
  const isCached = call.cachedAgeMs !== undefined;
  const status = statusOf(call);
  return toEndEntry(record, status, now, {
    cached: isCached,
    error: toCallError(reply, bodies),
    failures: redactMessages(record.failures, bodies),
    result: toResultBody(reply, given, bodies),
    // A call that was refused, or never sent, returned nothing from the tool.
    legs: certainRisksOf(call.attempts > 0 || isCached ? tool : undefined, status),
  });
}

/** The JSON of a result that was recorded complete and without redactions; `undefined` for any other. */
export function verbatimResultOf({ result }: EndEntry): string | undefined {
  if (result === null || result.isCut || result.redactions > 0) return undefined;
  // A value that JSON cannot express is recorded as a sentence.
  return result.text.startsWith('{') ? result.text : undefined;
}

/** The end of a call whose reply cannot be recorded. */
export const toEndWithoutBodies = (call: Call, record: CallRecord, now: number): EndEntry =>
  toEndEntry(record, statusOf(call), now, { ...NO_OUTCOME, cached: call.cachedAgeMs !== undefined });

/** The end of a call whose client was asked a question and never returned. */
export const toExpired = (record: CallRecord, bodies: Bodies, now: number): EndEntry =>
  toEndEntry(record, 'expired', now, {
    ...NO_OUTCOME,
    error: { code: null, message: 'The client was asked a question and did not come back with an answer.' },
    failures: redactMessages(record.failures, bodies),
  });

type Outcome = Pick<EndEntry, 'cached' | 'error' | 'failures' | 'result' | 'legs'>;

const NO_OUTCOME: Outcome = { cached: false, error: null, failures: [], result: null, legs: [] };

function toEndEntry(
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

/** A server's error message may repeat secrets that it was sent. */
function redactMessages(failures: CallRecord['failures'], { excerpt }: Bodies): EndEntry['failures'] {
  if (failures.length === 0) return failures;
  return failures.map((failure) => ({ ...failure, message: excerpt(failure.message, MAX_MESSAGE) }));
}

function statusOf({ status }: Call): EndEntry['status'] {
  // 'waiting': the reply has questions but no state, so no request can continue the call and this reply is its result.
  if (status === 'waiting' || status === 'running') return 'ok';
  return status;
}

/** Records the server's own result, without the members that the gateway adds for every client of an era. */
function toResultBody(reply: RpcReply, given: RpcReply, bodies: Bodies): Body {
  if (reply.kind === 'result') return bodies.of(given.kind === 'result' ? given.result : reply.result);
  if (reply.kind === 'error') return bodies.of(reply.error);
  return bodies.of(parseJson(reply.json.toString('utf8')));
}

/** Lists show this many characters of a message. */
const MAX_MESSAGE = 500;

function toCallError(reply: RpcReply, { excerpt }: Bodies): CallError | null {
  if (reply.kind === 'error') return { code: reply.error.code, message: excerpt(reply.error.message, MAX_MESSAGE) };
  if (reply.kind !== 'result' || reply.result['isError'] !== true) return null;
  return { code: null, message: excerpt(firstTextOf(reply.result['content']), MAX_MESSAGE) };
}

/** The first text block, which describes the failure. */
function firstTextOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const first = blocks.find((block) => isJsonObject(block) && typeof block['text'] === 'string');
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : 'The tool reported an error.';
}

/** The parameters of one request as they are stored. */
interface RecordedParams {
  readonly arguments: Body | null;
  /** All other forwarded parameters, if there are any. */
  readonly others?: Body;
  /** Digest of all forwarded parameters, if redaction or cutting changed one of the bodies. */
  readonly digest?: string;
}

/** Redacts and cuts what a request sends, and computes the digest that proves the original. */
function toRecordedParams(
  forwarded: ForwardedParams,
  { server, tool }: Pick<DigestedCall, 'server' | 'tool'>,
  bodies: Pick<Bodies, 'of'>,
  digest?: ParamsDigest,
): RecordedParams {
  const besides = withHeaders(forwarded);
  const given = forwarded.arguments === undefined ? null : bodies.of(forwarded.arguments);
  const others = besides && bodies.of(besides);
  const proof = isChanged(given) || isChanged(others) ? digest?.of({ ...forwarded, server, tool }) : undefined;
  return {
    arguments: given,
    ...(others !== undefined && { others }),
    ...(proof !== undefined && { digest: proof }),
  };
}

/** All parameters besides the arguments as one object; `undefined` for nearly every call, which has none. */
function withHeaders({ others, headers }: ForwardedParams): JsonObject | undefined {
  return headers === undefined ? others : { ...others, 'HTTP headers': headers };
}

/** Whether the recorded body differs from the original. */
const isChanged = (body: Body | null | undefined): boolean => body != null && (body.redactions > 0 || body.isCut);
