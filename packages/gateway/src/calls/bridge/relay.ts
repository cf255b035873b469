import {
  type Clock,
  failed,
  type JsonObject,
  META,
  type RpcError,
  type RpcNotification,
  type RpcReply,
} from '@toolmark/base';
import { ownError, type UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../../model/caller.ts';
import type { LogLevelName } from '../era/log-level.ts';
import { capabilitiesOf, type Envelope, headersForServer, paramsForServer, readEnvelope } from '../sent-params.ts';
import { createConversation, unknownState } from './conversation.ts';
import type { Pages } from './pages.ts';
import type { Parking } from './parking.ts';
import type { Lines } from './question-router.ts';
import { dismissal } from './questions.ts';
import { goRounds, wantsInput } from './rounds.ts';
import type { Line } from './turn-queue.ts';
import { canBeAsked, createAskingLeg, createSilentLeg, type Ear, type Leg } from './upstream-request.ts';

/**
 * Takes a caller's request to a server and comes back with its reply, through whatever questions the server has meanwhile,
 * in all four combinations of eras. Never rejects.
 */
export type Relay = (order: Order) => Promise<RpcReply>;

interface Order {
  readonly server: UpstreamServer;
  readonly method: string;
  /** As the client sent them. */
  readonly params: JsonObject;
  /** What is called otherwise at the server. */
  readonly names: JsonObject;
  /** Made of its arguments, beside those that the caller sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked right before it leaves for the server, each time it does: with what it is refused instead. */
  readonly check?: () => RpcError | undefined;
  /**
   * Records answers that an older client gave while its request was open, as params, before they leave for the server: with what they
   * are refused instead.
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
  /** From which level on this caller hears log messages of a request for which it asked for `asked`. */
  readonly logLevelOf: (caller: Caller, asked: LogLevelName | undefined) => LogLevelName | undefined;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
}

export function createRelay({ send, parking, pages, clock, uniqueId, logLevelOf, eraOf }: RelayDeps): Relay {
  const earOf = ({ caller, params }: Order, { progressToken, logLevel }: Envelope = readEnvelope(params)): Ear => ({
    caller,
    progressToken,
    logLevel: logLevelOf(caller, logLevel),
  });

  /** For a caller that is asked while its request is open, or not at all. */
  const relayDirectly = (order: Order): Promise<RpcReply> => {
    const { caller, params, server, recordAnswers } = order;
    const envelope = readEnvelope(params);
    const hearing = earOf(order, envelope);
    const ear = (): Ear => hearing;
    const { ask, session } = caller;
    const isAsked = ask !== undefined && canBeAsked(caller);
    const onAsk = (question: JsonObject): void => pages.asked(server.name, session, question);
    const sendWith = (input: JsonObject | undefined): Promise<RpcReply> =>
      send({
        ...order,
        params: input === undefined ? params : { ...params, ...input },
        meta: envelope.rest,
        signal: caller.signal,
        leg: isAsked
          ? createAskingLeg({ caller, ask, ear, clock, onAsk, recordAnswers })
          : createSilentLeg(caller, ear),
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

  /** For a caller of 2026-07-28, which is asked by an answer to its request. */
  const relayInTurns = (order: Order): Promise<RpcReply> => {
    const { caller, method, params, server } = order;
    const envelope = readEnvelope(params);
    const conversation = createConversation(caller, clock);
    const next = parking.turn(conversation, { ear: earOf(order, envelope), server: server.name, method, params });
    void send({
      ...order,
      meta: envelope.rest,
      signal: conversation.signal,
      leg: conversation,
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
        return parking.resume(state, { ear: earOf(order), server: server.name, method, params });
      }
      const era = eraOf(server);
      // An older server hands out no states, so this one is ours and gone. Sent on, the call would be made a second time.
      if (era === 'legacy') return Promise.resolve(unknownState());
      if (era === undefined) return Promise.resolve(away(server));
    }
    return canBeAsked(caller) ? relayInTurns(order) : relayDirectly(order);
  };
}

function away(server: UpstreamServer): RpcReply {
  const { reason } = server.status();
  const message = `Server '${server.name}' is not connected${reason === undefined ? '.' : `: ${reason}`}`;
  return failed(ownError('upstreamUnavailable', message, { server: server.name }));
}

/** Sends one request to a server, as soon as it is its caller's turn there. Never rejects. */
export type Send = (sending: Sending) => Promise<RpcReply>;

interface Sending {
  readonly server: UpstreamServer;
  readonly method: string;
  readonly params: JsonObject;
  /** What is called otherwise at the server. */
  readonly names: JsonObject;
  /** Made of its arguments, beside those that the caller sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asked right before it leaves: with what it is refused instead. */
  readonly check?: () => RpcError | undefined;
  /** What of `_meta` goes on to the server. */
  readonly meta: JsonObject | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Where questions of the server go, and who hears of it. */
  readonly leg: Leg;
  readonly wantsProgress: boolean;
}

export interface SendDeps {
  readonly lines: Lines;
  readonly eraOf: (server: UpstreamServer) => 'modern' | 'legacy' | undefined;
  /** Log messages and others that came on the stream of a request. */
  readonly onNotification: (ear: Ear, server: UpstreamServer, notification: RpcNotification) => void;
  /** For what must not happen: makes an error reply of what was thrown. */
  readonly bug: (error: unknown, where: string) => RpcReply;
}

export function createSend({ lines, eraOf, onNotification, bug }: SendDeps): Send {
  const request = (sending: Sending, line: Line, end: (reply: RpcReply) => RpcReply): Promise<RpcReply> => {
    const { server, method, params, names, caller, check, signal, leg, wantsProgress } = sending;
    return server
      .request(method, paramsForServer(params, names, metaOf(sending)), {
        signal,
        ...(check && { check }),
        headers: headersForServer(caller.headers, sending.headers),
        client: { info: caller.client, capabilities: capabilitiesOf(caller) },
        onRequest: (question, about, withdrawn?: AbortSignal) => {
          const answer = leg.ask(question, about, withdrawn);
          line.admit();
          return answer.then((reply) => reply ?? dismissal(question, 'The request ended before an answer.'));
        },
        onNotification: (notification) => {
          const hearing = leg.ear();
          if (hearing !== undefined) onNotification(hearing, server, notification);
        },
        ...(wantsProgress && { onProgress: (progress: JsonObject) => notifyProgress(leg.ear(), progress) }),
      })
      .then(end, (error: unknown) => end(bug(error, `${method} at '${server.name}'`)));
  };

  /** An older client sets its level once; a 2026-07-28 server wants it with every request. */
  const metaOf = ({ meta, caller, server, leg }: Sending): JsonObject | undefined => {
    if (caller.era === 'modern') return meta;
    const logLevel = leg.ear()?.logLevel;
    if (logLevel === undefined || eraOf(server) !== 'modern') return meta;
    return { ...meta, [META.logLevel]: logLevel };
  };

  return (sending) => {
    const { server, leg, caller } = sending;
    const line = lines.of(server);
    const end = (reply: RpcReply): RpcReply => {
      if (isAbandoned(reply)) line.abandon(leg);
      else line.leave(leg);
      leg.end(reply);
      return reply;
    };
    if (line.enter(leg)) return request(sending, line, end);
    return line.wait(leg, caller.signal).then((refused) => {
      if (refused === undefined) return request(sending, line, end);
      const reply = failed(refused);
      leg.end(reply);
      return reply;
    });
  };
}

/** Replies of ours to requests that the server may still be working on. */
const ABANDONED: ReadonlySet<unknown> = new Set(['cancelled', 'upstreamTimeout']);

function isAbandoned(reply: RpcReply): boolean {
  if (reply.kind !== 'error') return false;
  const { data } = reply.error;
  return typeof data === 'object' && data !== null && 'error' in data && ABANDONED.has(data.error);
}

function notifyProgress(ear: Ear | undefined, progress: JsonObject): void {
  if (ear?.progressToken === undefined) return;
  ear.caller.notify('notifications/progress', { ...progress, progressToken: ear.progressToken });
}
