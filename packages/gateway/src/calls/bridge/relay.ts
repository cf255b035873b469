import { type Clock, failed, type JsonObject, type RpcError, type RpcReply } from '@toolmark/base';
import { ownError, type UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../../model/caller.ts';
import { type Envelope, readEnvelope } from '../era/envelope.ts';
import type { LogLevelName } from '../era/log-level.ts';
import { createConversation, unknownState } from './conversation.ts';
import type { Ear } from './ear.ts';
import { canBeAsked, createAskingLeg, createSilentLeg } from './leg.ts';
import type { Pages } from './pages.ts';
import type { Parking } from './parking.ts';
import { goRounds, wantsInput } from './rounds.ts';
import type { Send } from './send.ts';

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
