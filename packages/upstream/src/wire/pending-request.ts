import { isJsonObject } from '@toolmark/annotations';
import { type Era, type JsonObject, LONGEST_TIMER_MS, META, type RpcReply } from '@toolmark/base';
import type { Exchange } from '../connection.ts';

/** What ended a call before its answer. */
export type RequestEnd = 'cancelled' | 'silent' | 'overdue';

/** A request in progress. One object with shared methods instead of closures, because there is one for every call. */
export class PendingRequest {
  readonly id: number;
  readonly method: string;
  /** As the caller passed them. */
  readonly params: JsonObject | undefined;
  readonly exchange: Exchange;
  /** The state that the carrier keeps for it. */
  transportHandle: { readonly abandon: () => void } | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (reply: RpcReply) => void;
  readonly #onEnd: (call: PendingRequest, end: RequestEnd) => void;
  readonly #startedAt: number;
  #timer: NodeJS.Timeout | undefined;
  /** Open questions of the server that belong to it. */
  #holds: number;
  #isOver: boolean;

  constructor(
    id: number,
    method: string,
    params: JsonObject | undefined,
    exchange: Exchange,
    resolve: (reply: RpcReply) => void,
    onEnd: (call: PendingRequest, end: RequestEnd) => void,
  ) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.exchange = exchange;
    this.transportHandle = undefined;
    this.#signal = exchange.signal;
    this.#resolve = resolve;
    this.#onEnd = onEnd;
    this.#startedAt = performance.now();
    this.#timer = undefined;
    this.#holds = 0;
    this.#isOver = false;
    if (exchange.maxTimeoutMs <= exchange.timeoutMs) this.#wait(exchange.maxTimeoutMs, 'overdue');
    else this.#wait(exchange.timeoutMs, 'silent');
    this.#signal?.addEventListener('abort', this);
  }

  /** The abort listener. */
  handleEvent(): void {
    this.expire('cancelled');
  }

  /** Restarts the silence timeout after a message; the total timeout continues. */
  restart(): void {
    if (this.#holds > 0) return;
    if (this.#left() > this.exchange.timeoutMs) this.#timer?.refresh();
    else this.#waitForAll();
  }

  /** Pauses the silence timeout: the server waits for a person's answer. */
  hold(): void {
    if (++this.#holds === 1) this.#waitForAll();
  }

  /** The question is answered, so the silence timeout restarts. */
  release(): void {
    if (--this.#holds > 0 || this.#isOver) return;
    if (this.#left() <= this.exchange.timeoutMs) return;
    clearTimeout(this.#timer);
    this.#wait(this.exchange.timeoutMs, 'silent');
  }

  expire(end: RequestEnd): void {
    this.#onEnd(this, end);
  }

  /** Delivers the reply and removes timers and listeners. Called once. */
  finish(reply: RpcReply): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.#resolve(reply);
  }

  #left(): number {
    return Math.max(0, this.#startedAt + this.exchange.maxTimeoutMs - performance.now());
  }

  #waitForAll(): void {
    clearTimeout(this.#timer);
    this.#wait(this.#left(), 'overdue');
  }

  #wait(ms: number, end: RequestEnd): void {
    if (ms === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(expire, Math.min(ms, LONGEST_TIMER_MS), this, end);
  }
}

function expire(call: PendingRequest, end: RequestEnd): void {
  call.expire(end);
}

/** The protocol settings for a server. */
export interface Dialect {
  readonly era: Era;
  /** `undefined` until `initialize` was answered. */
  readonly version: string | undefined;
  /** Our own client info, used when no client is calling. */
  readonly self: JsonObject;
}

/**
 * The outgoing parameters of a request. In 2026-07-28 they name the calling client; in the legacy era they must not,
 * because a server of both eras would treat the request as modern. The rest of the caller's `_meta` stays unchanged.
 */
export function toWireParams(
  dialect: Dialect,
  params: JsonObject | undefined,
  exchange: Pick<Exchange, 'onProgress' | 'client'>,
  token: number,
): JsonObject | undefined {
  const given = params?.['_meta'];
  const isAsked = exchange.onProgress !== undefined;
  if (dialect.era === 'legacy') {
    if (given === undefined && !isAsked) return params;
    const meta = { ...withoutEnvelope(given, true), ...(isAsked && { progressToken: token }) };
    if (Object.keys(meta).length > 0 || isEmpty(given)) return { ...params, _meta: meta };
    const { _meta, ...rest } = params ?? {};
    return rest;
  }
  return {
    ...params,
    _meta: {
      ...withoutEnvelope(given, false),
      ...(isAsked && { progressToken: token }),
      [META.protocolVersion]: dialect.version,
      [META.clientInfo]: exchange.client?.info ?? dialect.self,
      [META.clientCapabilities]: exchange.client?.capabilities ?? {},
    },
  };
}

function withoutEnvelope(meta: unknown, dropLevel: boolean): JsonObject {
  if (!isJsonObject(meta)) return {};
  const {
    progressToken,
    [META.protocolVersion]: version,
    [META.clientInfo]: info,
    [META.clientCapabilities]: capabilities,
    [META.logLevel]: level,
    ...rest
  } = meta;
  return dropLevel || level === undefined ? rest : { ...rest, [META.logLevel]: level };
}

function isEmpty(meta: unknown): boolean {
  return isJsonObject(meta) && Object.keys(meta).length === 0;
}
