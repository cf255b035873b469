import { isJsonObject } from '@toolmark/annotations';
import {
  createPassingMap,
  failed,
  type JsonObject,
  META,
  type RpcError,
  type RpcNotification,
  type RpcReply,
  result,
} from '@toolmark/base';
import { toSeconds } from '@toolmark/reach';
import type { ConnectionEvents, Exchange } from '../connection.ts';
import { ownError, tooManyBytes, tooManyValues, unsentError } from '../own-error.ts';
import { type AnswerLimits, USUAL_ANSWER } from './limits.ts';
import { isRpcId, type MessageSize, type RpcMessage, readRpcError, toObject } from './message-reader.ts';
import { type Dialect, PendingRequest, type RequestEnd, toWireParams } from './pending-request.ts';
import { createQuestions } from './questions.ts';

/** Transports messages to a server. Its answers arrive through `receive`. */
export interface Carrier {
  /** `call` is the request in the message; the carrier reports a failed send by settling it. */
  readonly send: (text: string, call?: PendingRequest) => void;
  /** The call was abandoned. Returns whether the server still needs a cancellation message. */
  readonly abandon: (call: PendingRequest) => boolean;
}

/** Matches requests and answers of both sides by id over one carrier. */
export interface Multiplexer {
  readonly dialect: () => Dialect;
  /** Sets the dialect for later messages. */
  readonly speak: (dialect: Dialect) => void;
  readonly request: (method: string, params: JsonObject | undefined, exchange: Exchange) => Promise<RpcReply>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /**
   * Handles a server's message; `origin` is the call whose stream carried it, `size` the size of a long one. Returns
   * whether it was a valid message.
   */
  readonly receive: (message: RpcMessage, origin?: PendingRequest, size?: MessageSize) => boolean;
  readonly pending: (id: number) => PendingRequest | undefined;
  /** The largest limits among the pending requests. */
  readonly largestAnswer: () => AnswerLimits;
  readonly settle: (call: PendingRequest, reply: RpcReply) => void;
  readonly settleAll: (reply: RpcReply) => void;
  /** Accepts no more requests, but pending ones may still be answered. The reason completes "The server …". */
  readonly retire: (reason: string) => void;
  /** Ends the connection and its pending requests. The first reason counts. */
  readonly end: (reason: string) => void;
  /** Whether it accepts no more requests. */
  readonly isOver: () => boolean;
  readonly closed: Promise<string>;
  /** Whether it is retired with pending requests. */
  readonly isDraining: () => boolean;
  /** Resolves when it is retired and nothing is pending. */
  readonly drained: Promise<void>;
}

/** Acknowledges a subscription. */
export const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** The notifications to emit after a gap. */
export const LIST_CHANGES = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
} as const;

/** Abandoned requests whose late answer is expected; the oldest is forgotten first. */
const MAX_ABANDONED = 1_000;

/** The handshake must not be cancelled, and legacy servers do not know the discovery request. */
const NEVER_CANCELLED: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

export function createMultiplexer(carrier: Carrier, events: ConnectionEvents, initial: Dialect): Multiplexer {
  const pending = createPassingMap<number, PendingRequest>();
  const questions = createQuestions((text) => carrier.send(text));
  const abandoned = new Map<number, () => void>();
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<string>();
  const { promise: drained, resolve: resolveDrained } = Promise.withResolvers<void>();
  let dialect = initial;
  let nextId = 1;
  let over: string | undefined;
  let isEnded = false;

  const settle = (call: PendingRequest, reply: RpcReply): void => {
    if (!pending.delete(call.id)) return;
    call.finish(reply);
    if (over !== undefined && pending.size() === 0) finish();
  };

  const finish = (): void => {
    isEnded = true;
    abandoned.clear();
    questions.clear();
    resolveDrained();
  };

  const notify = (method: string, params?: JsonObject): void => {
    if (!isEnded) carrier.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  };

  const giveUp = (call: PendingRequest, end: RequestEnd): void => {
    if (pending.get(call.id) === undefined) return;
    const reply = whyGivenUp(call, end);
    settle(call, failed(reply));
    const { onLateAnswer } = call.exchange;
    if (onLateAnswer !== undefined) {
      abandoned.set(call.id, onLateAnswer);
      for (const oldest of abandoned.keys()) {
        if (abandoned.size <= MAX_ABANDONED) break;
        abandoned.delete(oldest);
      }
    }
    if (!carrier.abandon(call) || NEVER_CANCELLED.has(call.method)) return;
    notify('notifications/cancelled', { requestId: call.id, reason: reply.message });
  };

  const onNotification = (method: string, params: unknown, origin: PendingRequest | undefined): void => {
    switch (method) {
      case 'notifications/progress': {
        const call = callOf(toObject(params)['progressToken']);
        if (call?.exchange.onProgress === undefined) return;
        call.restart();
        call.exchange.onProgress(toObject(params));
        return;
      }
      case 'notifications/cancelled': {
        const id = toObject(params)['requestId'];
        // Withdraws a question, or ends a subscription in 2026-07-28. Server ids may coincide with ours.
        if (isRpcId(id) && questions.takeBack(id)) return;
        const call = callOf(id);
        if (call?.method === 'subscriptions/listen')
          settle(call, failed(ownError('cancelled', 'The server cancelled the request.')));
        return;
      }
      case ACKNOWLEDGED:
        origin?.exchange.onNotification?.({ method });
        return;
      case LIST_CHANGES.toolsListChanged:
      case LIST_CHANGES.promptsListChanged:
      case LIST_CHANGES.resourcesListChanged:
        // Always global, whichever stream carried it: a single call could not act on it.
        events.onNotification(toNotification(method, params));
        return;
      default:
        (origin?.exchange.onNotification ?? events.onNotification)(toNotification(method, params));
    }
  };

  /**
   * Asks on behalf of the call whose stream carried the question, or of all calls. Their silence timeouts pause while
   * it is open.
   */
  const ask = async (
    method: string,
    params: JsonObject,
    withdrawn: AbortSignal,
    origin: PendingRequest | undefined,
  ): Promise<RpcReply> => {
    let waiting: readonly PendingRequest[] = origin === undefined ? pending.values() : [origin];
    const release = (): void => {
      for (const call of waiting) call.release();
      waiting = [];
    };
    for (const call of waiting) call.hold();
    withdrawn.addEventListener('abort', release, { once: true });
    try {
      return await (origin?.exchange.onRequest ?? events.onRequest)(method, params, withdrawn);
    } finally {
      withdrawn.removeEventListener('abort', release);
      release();
    }
  };

  const callOf = (id: unknown): PendingRequest | undefined => pending.get(toOwnId(id));

  const onAnswer = (
    message: RpcMessage,
    origin: PendingRequest | undefined,
    size: MessageSize | undefined,
  ): boolean => {
    const call = callOf(message.id) ?? (isRpcId(message.id) ? undefined : origin);
    if (call === undefined) {
      // An unknown id is a late answer to an abandoned request.
      const id = toOwnId(message.id);
      const onLateAnswer = abandoned.get(id);
      abandoned.delete(id);
      onLateAnswer?.();
      return isRpcId(message.id);
    }
    const excess = size === undefined ? undefined : excessOf(size, call.exchange.answer ?? USUAL_ANSWER);
    if (excess !== undefined) settle(call, failed(excess));
    else if (isJsonObject(message.result)) settle(call, result(message.result));
    else settle(call, failed(readRpcError(message.error) ?? NO_ANSWER));
    return true;
  };

  return {
    dialect: () => dialect,
    speak: (next) => {
      dialect = next;
    },
    request: (method, params, exchange) => {
      if (over !== undefined) return Promise.resolve(failed(unsentError('upstreamUnavailable', `The server ${over}.`)));
      if (exchange.signal?.aborted === true) return Promise.resolve(failed(CANCELLED));
      const id = nextId++;
      let text: string;
      try {
        const wireParams = toWireParams(dialect, params, exchange, id);
        text = JSON.stringify({ jsonrpc: '2.0', id, method, params: wireParams });
      } catch {
        return Promise.resolve(failed(ownError('invalidParams', 'The parameters cannot be serialized as JSON.')));
      }
      return new Promise((resolve) => {
        const call = new PendingRequest(id, method, params, exchange, resolve, giveUp);
        pending.set(id, call);
        carrier.send(text, call);
      });
    },
    notify,
    receive: (message, origin, size) => {
      const { id, method, params } = message;
      if (typeof method !== 'string') return onAnswer(message, origin, size);
      const excess = size === undefined ? undefined : excessOf(size, USUAL_ANSWER);
      if (excess !== undefined) {
        // A notification can be dropped; a request needs an answer.
        if (isRpcId(id)) carrier.send(JSON.stringify({ jsonrpc: '2.0', id, error: excess }));
      } else if (isRpcId(id)) {
        questions.ask(id, method, toObject(params), (asked, given, withdrawn) => ask(asked, given, withdrawn, origin));
      } else onNotification(method, params, origin);
      return true;
    },
    pending: (id) => pending.get(id),
    largestAnswer: () => {
      const answers = [USUAL_ANSWER, ...[...pending.values()].flatMap(({ exchange }) => exchange.answer ?? [])];
      const most = (pick: (limits: AnswerLimits) => number): number => Math.max(...answers.map(pick));
      return { bytes: most(({ bytes }) => bytes), values: most(({ values }) => values) };
    },
    settle,
    settleAll: (reply) => {
      for (const call of pending.values()) settle(call, reply);
    },
    retire: (reason) => {
      if (over !== undefined) return;
      over = reason;
      if (pending.size() === 0) finish();
      resolveClosed(reason);
    },
    end: (reason) => {
      if (isEnded) return;
      over ??= reason;
      const died = failed(ownError('upstreamDied', `The server ${reason} while the request was in progress.`));
      for (const call of pending.values()) {
        settle(call, died);
        call.transportHandle?.abandon();
      }
      finish();
      resolveClosed(over);
    },
    isOver: () => over !== undefined,
    closed,
    isDraining: () => over !== undefined && !isEnded,
    drained,
  };
}

const CANCELLED = ownError('cancelled', 'The request was cancelled.');

/** Some servers return a numeric id as a string. */
const toOwnId = (id: unknown): number => (typeof id === 'number' ? id : typeof id === 'string' ? Number(id) : -1);

/** The limit that a message exceeds, if any. */
function excessOf({ bytes, values }: MessageSize, limits: AnswerLimits): RpcError | undefined {
  if (bytes > limits.bytes) return tooManyBytes(limits.bytes);
  return values > limits.values ? tooManyValues(limits.values) : undefined;
}

const NO_ANSWER = ownError('upstreamBroken', 'The server sent an answer that is neither a result nor an error.');

function whyGivenUp(call: PendingRequest, end: RequestEnd): RpcError {
  const { timeoutMs, maxTimeoutMs } = call.exchange;
  switch (end) {
    case 'cancelled':
      return CANCELLED;
    case 'silent':
      return ownError('upstreamTimeout', `The server did not answer within ${toSeconds(timeoutMs)}.`);
    case 'overdue':
      return ownError('upstreamTimeout', `The server did not finish within ${toSeconds(maxTimeoutMs)}.`);
  }
}

function toNotification(method: string, params: unknown): RpcNotification {
  if (!isJsonObject(params)) return { method };
  const meta = params['_meta'];
  if (!isJsonObject(meta) || meta[META.subscriptionId] === undefined) return { method, params };
  // This is the id of our request, which means nothing to clients.
  const { [META.subscriptionId]: id, ...others } = meta;
  const { _meta, ...rest } = params;
  return { method, params: Object.keys(others).length === 0 ? rest : { ...rest, _meta: others } };
}
