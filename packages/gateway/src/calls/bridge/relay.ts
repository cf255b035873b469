import { isJsonObject } from '@toolmark/annotations';
import {
  type Clock,
  failed,
  type JsonObject,
  META,
  type RpcError,
  type RpcNotification,
  type RpcReply,
} from '@toolmark/base';
import { isUnsent, ownError, type UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../../model/caller.ts';
import type { LogLevelName } from '../../model/log-level.ts';
import { capabilitiesOf, type Envelope, headersForServer, paramsForServer, readEnvelope } from '../sent-params.ts';
import { createConversation, unknownState } from './conversation.ts';
import type { Pages } from './pages.ts';
import type { Parking } from './parking.ts';
import { dismissal, QUESTION_CAPABILITIES, refusal } from './questions.ts';
import { goRounds, wantsInput } from './rounds.ts';
import type { TurnQueue, TurnQueues } from './turn-queue.ts';
import { createAskableRequest, type NotificationSink, UNASKABLE, type UpstreamRequest } from './upstream-request.ts';

/**
 * Sends a caller's request to a server and returns the reply. Translates the server's questions in between, in all four combinations
 * of eras. Never rejects.
 */
export type Relay = (order: Order) => Promise<RpcReply>;

interface Order {
  readonly server: UpstreamServer;
  readonly method: string;
  /** As the client sent them. */
  readonly params: JsonObject;
  /** Params that replace those of the client: the server's own names. */
  readonly names: JsonObject;
  /** Headers made from the arguments, in addition to those that the caller sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called right before the request leaves for the server, each time it does. An error refuses it. */
  readonly check?: () => RpcError | undefined;
  /**
   * Records the answers of an older client, which gives them while its request is open, before they leave for the server as params.
   * An error refuses them.
   */
  readonly recordAnswers?: (answers: JsonObject) => Promise<RpcError | undefined>;
  readonly caller: Caller;
}

export interface RelayDeps {
  readonly send: Send;
  readonly parking: Parking;
  readonly pages: Pages;
  readonly clock: Clock;
  readonly uniqueId: () => string;
  /** The lowest level of log messages that this caller gets for a request that asked for `asked`. */
  readonly logLevelOf: (caller: Caller, asked: LogLevelName | undefined) => LogLevelName | undefined;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
}

export function createRelay({ send, parking, pages, clock, uniqueId, logLevelOf, eraOf }: RelayDeps): Relay {
  const sinkOf = ({ caller }: Order, { progressToken, logLevel }: Envelope): NotificationSink => ({
    caller,
    progressToken,
    logLevel: logLevelOf(caller, logLevel),
  });

  /** For a caller that is asked while its request is open, or cannot be asked. */
  const relayDirectly = (order: Order): Promise<RpcReply> => {
    const { caller, params, server, recordAnswers } = order;
    const envelope = readEnvelope(params);
    const stream = sinkOf(order, envelope);
    const sink = (): NotificationSink => stream;
    const { ask, session } = caller;
    const isAskable = ask !== undefined && canBeAsked(caller);
    const onAsk = (question: JsonObject): void => pages.asked(server.name, session, question);
    const sendWith = (input: JsonObject | undefined): Promise<RpcReply> =>
      send({
        ...order,
        params: input === undefined ? params : { ...params, ...input },
        meta: envelope.rest,
        signal: caller.signal,
        request: isAskable
          ? createAskableRequest({ caller, ask, sink, clock, onAsk, recordAnswers })
          : unaskableRequest(caller, sink),
        wantsProgress: envelope.progressToken !== undefined,
      });
    const sendAgain = async (input: JsonObject): Promise<RpcReply> => {
      const refused = await recordAnswers?.(input);
      return refused === undefined ? sendWith(input) : failed(refused);
    };
    const reply = sendWith(undefined);
    if (caller.era === 'modern') return reply;
    return reply.then((first) => {
      if (wantsInput(first)) return goRounds(first, { server: server.name, caller, clock, uniqueId, send: sendAgain });
      pages.replied(server.name, session, first);
      return first;
    });
  };

  /** For a caller of 2026-07-28, which is asked by the reply to its request. */
  const relayInTurns = (order: Order): Promise<RpcReply> => {
    const { caller, method, params, server } = order;
    const envelope = readEnvelope(params);
    const conversation = createConversation(caller, clock);
    const next = parking.turn(conversation, { sink: sinkOf(order, envelope), server: server.name, method, params });
    void send({
      ...order,
      meta: envelope.rest,
      signal: conversation.signal,
      request: conversation,
      wantsProgress: envelope.progressToken !== undefined,
    });
    return next;
  };

  return (order) => {
    const { caller, method, params, server } = order;
    if (caller.era === 'legacy') return relayDirectly(order);
    const state = params['requestState'];
    if (typeof state === 'string') {
      if (parking.has(state)) {
        return parking.resume(state, {
          sink: sinkOf(order, readEnvelope(params)),
          server: server.name,
          method,
          params,
        });
      }
      const era = eraOf(server);
      // Older servers issue no states, so this one is ours and has expired. Sent on, the call would be made a second time.
      if (era === 'legacy') return Promise.resolve(unknownState());
      if (era === undefined) return Promise.resolve(away(server));
    }
    return canBeAsked(caller) ? relayInTurns(order) : relayDirectly(order);
  };
}

/** Whether a question of a server can reach the caller's client. */
function canBeAsked({ era, ask, capabilities }: Caller): boolean {
  const hasWay = era === 'modern' || ask !== undefined;
  return hasWay && QUESTION_CAPABILITIES.some((name) => isJsonObject(capabilities[name]));
}

function unaskableRequest(caller: Caller, sink: UpstreamRequest['sink']): UpstreamRequest {
  return {
    party: UNASKABLE,
    clientKey: UNASKABLE,
    session: caller.session,
    sink,
    isWaiting: () => false,
    canAnswer: () => false,
    ask: (method, params) =>
      Promise.resolve(refusal(caller.era === 'legacy' ? {} : caller.capabilities, method, params)),
    end: () => {},
  };
}

function away(server: UpstreamServer): RpcReply {
  const { reason } = server.status();
  const message = `Server '${server.name}' is not connected${reason === undefined ? '.' : `: ${reason}`}`;
  return failed(ownError('upstreamUnavailable', message, { server: server.name }));
}

/** Sends one request to a server, in its turn. Never rejects. */
export type Send = (sending: Sending) => Promise<RpcReply>;

interface Sending {
  readonly server: UpstreamServer;
  readonly method: string;
  readonly params: JsonObject;
  readonly names: Order['names'];
  readonly headers?: Order['headers'];
  readonly check?: Order['check'];
  /** The part of `_meta` that goes on to the server. */
  readonly meta: JsonObject | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Takes the server's questions and notifications. */
  readonly request: UpstreamRequest;
  readonly wantsProgress: boolean;
}

export interface SendDeps {
  readonly queues: Pick<TurnQueues, 'of'>;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
  /** Takes the notifications that came on the stream of a request. */
  readonly onNotification: (sink: NotificationSink, server: UpstreamServer, notification: RpcNotification) => void;
  /** Makes an error reply from an unexpected exception. */
  readonly reportBug: (error: unknown, where: string) => RpcReply;
}

export function createSend({ queues, eraOf, onNotification, reportBug }: SendDeps): Send {
  const transmit = (sending: Sending, queue: TurnQueue, end: (reply: RpcReply) => RpcReply): Promise<RpcReply> => {
    const { server, method, params, names, caller, check, signal, request, wantsProgress } = sending;
    return server
      .request(method, paramsForServer(params, names, metaOf(sending)), {
        signal,
        ...(check && { check }),
        headers: headersForServer(caller.headers, sending.headers),
        client: { info: caller.client, capabilities: capabilitiesOf(caller) },
        onRequest: (question, about, withdrawn?: AbortSignal) => {
          const answer = request.ask(question, about, withdrawn);
          queue.admit();
          return answer.then((reply) => reply ?? dismissal(question, 'The request ended before an answer.'));
        },
        onLateAnswer: () => queue.leave(request),
        onNotification: (notification) => {
          const sink = request.sink();
          if (sink !== undefined) onNotification(sink, server, notification);
        },
        ...(wantsProgress && { onProgress: (progress: JsonObject) => notifyProgress(request.sink(), progress) }),
      })
      .then(end, (error: unknown) => end(reportBug(error, `${method} at '${server.name}'`)));
  };

  /** An older client sets its log level once; a 2026-07-28 server expects it in every request. */
  const metaOf = ({ meta, caller, server, request }: Sending): JsonObject | undefined => {
    if (caller.era === 'modern') return meta;
    const logLevel = request.sink()?.logLevel;
    if (logLevel === undefined || eraOf(server) !== 'modern') return meta;
    return { ...meta, [META.logLevel]: logLevel };
  };

  return (sending) => {
    const { server, request, caller } = sending;
    const queue = queues.of(server);
    const end = (reply: RpcReply): RpcReply => {
      if (isAbandoned(reply)) queue.abandon(request);
      else queue.leave(request);
      request.end(reply);
      return reply;
    };
    if (queue.enter(request)) return transmit(sending, queue, end);
    return queue.wait(request, caller.signal).then((refused) => {
      if (refused === undefined) return transmit(sending, queue, end);
      const reply = failed(refused);
      request.end(reply);
      return reply;
    });
  };
}

/** Our own errors for requests that the server may still be working on. */
const ABANDONED: ReadonlySet<unknown> = new Set(['cancelled', 'upstreamTimeout']);

function isAbandoned(reply: RpcReply): boolean {
  if (reply.kind !== 'error' || isUnsent(reply.error)) return false;
  const { data } = reply.error;
  return typeof data === 'object' && data !== null && 'error' in data && ABANDONED.has(data.error);
}

function notifyProgress(sink: NotificationSink | undefined, progress: JsonObject): void {
  if (sink?.progressToken === undefined) return;
  sink.caller.notify('notifications/progress', { ...progress, progressToken: sink.progressToken });
}
