import { isJsonObject } from '@toolmark/annotations';
import { createPassingMap, errorOf, type JsonObject, type RpcError, type RpcId } from '@toolmark/base';
import { parseText } from '../../../read-body.ts';
import { errorText } from '../../http-reply.ts';
import { idOf } from '../../messages.ts';
import { SESSION_HEADER } from '../../request-headers.ts';
import { beyondLimit } from '../beyond-limit.ts';
import { requestIdIn } from '../request-id.ts';
import type { GatewayHttp, GatewayResponse } from './gateway-http.ts';
import type { JoinedSession } from './joined-session.ts';
import { isModernMessage, modernHeaders } from './request-headers.ts';

/** Relays lines to the gateway and its answers back. */
export interface Relay {
  /** Relays one line. `sent` is called when it was sent. Resolves when every message of the response is written. */
  readonly carry: (line: string, sent: () => void) => Promise<void>;
  /** Ends the subscriptions, which would stay open. */
  readonly endSubscriptions: () => void;
}

export interface RelayOptions {
  readonly http: GatewayHttp;
  readonly session: JoinedSession;
  /** The conversation of this client, which tells it apart from others of the same name when it has no session. */
  readonly conversation: string;
  readonly write: (line: string) => Promise<void>;
  readonly onReached: () => void;
  readonly onGone: (error: unknown) => void;
  readonly over: AbortSignal;
}

export function createRelay({ http, session, conversation, write, onReached, onGone, over }: RelayOptions): Relay {
  const underWay = createPassingMap<RpcId, UnderWay>();

  /** Handles a cancellation by closing the stream, as clients of 2026-07-28 do over HTTP. Returns whether the message was one. */
  const cancel = (message: unknown): boolean => {
    if (!isJsonObject(message) || message['method'] !== 'notifications/cancelled') return false;
    const { params } = message;
    const entry = isJsonObject(params) ? underWay.get(params['requestId'] as RpcId) : undefined;
    if (entry === undefined) return false;
    entry.isCancelled = true;
    if (session.isOpen()) return false;
    entry.controller.abort();
    return true;
  };

  const send = async (line: Line, signal: AbortSignal, sent: () => void): Promise<GatewayResponse> => {
    const { message, text } = line;
    if (!isJsonObject(message) || !isModernMessage(message)) return session.post(message, text, signal, sent);
    // A conversation that the client names in `_meta` takes precedence over the header.
    const headers = { ...modernHeaders(message), [SESSION_HEADER]: conversation };
    const posted = http.post(text, headers, signal);
    posted.sent.then(sent, sent);
    return posted.response;
  };

  /** Writes the messages of the response, and removes the answered requests from the list. */
  const receive = async ({ status, messages }: GatewayResponse, line: Line, open: Set<RpcId>): Promise<void> => {
    for await (const text of messages) {
      const message = parse(text);
      if (status < 400) {
        await write(text);
        for (const id of answeredBy(message)) open.delete(id);
      } else if (isRpcError(message) && line.wantsAnswer) {
        // The gateway refused the body before it parsed the request, so the answer has no id.
        const ids = open.size === 0 ? [null] : [...open];
        open.clear();
        for (const id of ids) await write(JSON.stringify({ ...message, id }));
      }
    }
  };

  const carry = async (line: Line, sent: () => void): Promise<void> => {
    const controller = new AbortController();
    const entries = new Map<RpcId, UnderWay>();
    for (const request of requestsIn(line.message)) {
      const id = idOf(request);
      if (id !== null) entries.set(id, { controller, method: request['method'], isCancelled: false });
    }
    for (const [id, entry] of entries) underWay.set(id, entry);
    const open = new Set(entries.keys());
    const signal = AbortSignal.any([over, controller.signal]);
    let error: RpcError | undefined;
    try {
      const response = await send(line, signal, sent);
      onReached();
      error = unanswered(http.url(), response.status);
      await receive(response, line, open);
    } catch (failure) {
      if (!signal.aborted) onGone(failure);
    } finally {
      sent();
      for (const [id, entry] of entries) if (underWay.get(id) === entry) underWay.delete(id);
    }
    for (const id of open) {
      if (entries.get(id)?.isCancelled === true || over.aborted) continue;
      await write(errorText(id, error ?? unreachable(http.url())));
    }
  };

  return {
    carry: async (text, sent) => {
      const body = await parseText(text, MOST);
      if (body.kind === 'beyond') {
        sent();
        const id = requestIdIn(text.slice(0, END_CHARACTERS), text.slice(-END_CHARACTERS));
        return write(errorText(id, beyondLimit(body.limit, MOST)));
      }
      const message = body.kind === 'value' ? body.value : undefined;
      if (!isJsonObject(message) && !Array.isArray(message)) {
        sent();
        return write(errorText(null, message === undefined ? NO_JSON : NO_MESSAGE));
      }
      if (Array.isArray(message)) for (const item of message) cancel(item);
      else if (cancel(message)) return sent();
      const wantsAnswer = Array.isArray(message) || requestsIn(message).length > 0;
      await carry({ text, message, wantsAnswer }, sent);
    },
    endSubscriptions: () => {
      for (const { controller, method } of underWay.values()) if (method === 'subscriptions/listen') controller.abort();
    },
  };
}

/** The highest limits that a config can set. The running gateway applies its own. */
const MOST = { depth: 10_000, values: 10_000_000 };

/** The part of each end of a message that is searched for its id. */
const END_CHARACTERS = 1_024;

/** A line of the client: a message, or a batch of 2025-03-26. */
interface Line {
  readonly text: string;
  readonly message: JsonObject | readonly unknown[];
  readonly wantsAnswer: boolean;
}

interface UnderWay {
  readonly controller: AbortController;
  readonly method: unknown;
  isCancelled: boolean;
}

const NO_JSON = errorOf('parse', 'Parse error: a line is not valid JSON');
const NO_MESSAGE = errorOf('invalidRequest', 'Invalid Request: a line is not a JSON-RPC message');

const unreachable = (url: string): RpcError =>
  errorOf('upstreamUnavailable', `The gateway at ${url} cannot be reached.`);

const unanswered = (url: string, status: number): RpcError =>
  status >= 400
    ? errorOf('upstreamUnavailable', `The gateway at ${url} refused the request (HTTP ${status}).`)
    : errorOf('upstreamDied', `The gateway at ${url} ended the request without an answer.`);

const objectsIn = (message: unknown): readonly JsonObject[] =>
  (Array.isArray(message) ? message : [message]).filter(isJsonObject);

const requestsIn = (message: unknown): readonly JsonObject[] =>
  objectsIn(message).filter((item) => typeof item['method'] === 'string' && item['id'] !== undefined);

const answeredBy = (message: unknown): readonly RpcId[] =>
  objectsIn(message)
    .filter((item) => item['method'] === undefined)
    // The ids are only looked up, so an invalid one does no harm.
    .map((item) => item['id'] as RpcId);

const isRpcError = (message: unknown): message is JsonObject =>
  isJsonObject(message) && message['jsonrpc'] === '2.0' && isJsonObject(message['error']);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
