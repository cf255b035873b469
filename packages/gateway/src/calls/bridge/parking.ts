import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { type Clock, errorOf, failed, type JsonObject, type RpcReply, requestDigest, result } from '@toolmark/base';
import { type Conversation, unknownState } from './conversation.ts';
import { ANSWER_MS, PARKED_IN_TOTAL, PARKED_PER_PRINCIPAL, PARKED_PER_SERVER } from './limits.ts';
import type { NotificationSink } from './upstream-request.ts';

/** The conversations that wait for their client to return with answers. */
export interface Parking {
  /** Waits for the server's reply, or for questions: then parks the conversation and replies with the questions. */
  readonly turn: (conversation: Conversation, request: ParkedRequest) => Promise<RpcReply>;
  /** Whether a conversation is parked under this state. */
  readonly has: (state: string) => boolean;
  /** Continues a parked conversation with the answers in the request. */
  readonly resume: (state: string, request: ParkedRequest) => Promise<RpcReply>;
  readonly size: () => number;
  /** Dismisses all parked conversations: no client can return any more. */
  readonly dismissAll: () => void;
}

interface ParkedRequest {
  readonly sink: NotificationSink;
  readonly server: string;
  readonly method: string;
  /** As the client sent them. */
  readonly params: JsonObject;
}

interface Parked {
  readonly conversation: Conversation;
  readonly principal: string;
  readonly server: string;
  readonly digest: string;
  /** Keys of the questions that the client was shown. Answers to any other are ignored. */
  readonly keys: ReadonlySet<string>;
  readonly cancelExpiry: () => void;
}

export function createParking(clock: Clock, secret: () => string): Parking {
  const parkedByState = new Map<string, Parked>();
  const countByPrincipal = new Map<string, number>();
  const countByServer = new Map<string, number>();

  const remove = (state: string, { principal, server, cancelExpiry }: Parked): void => {
    cancelExpiry();
    parkedByState.delete(state);
    add(countByPrincipal, principal, -1);
    add(countByServer, server, -1);
  };

  const park = (conversation: Conversation, { sink, server, method, params }: ParkedRequest): RpcReply => {
    const { principal } = sink.caller;
    if (
      (countByPrincipal.get(principal) ?? 0) >= PARKED_PER_PRINCIPAL ||
      (countByServer.get(server) ?? 0) >= PARKED_PER_SERVER ||
      parkedByState.size >= PARKED_IN_TOTAL
    ) {
      conversation.dismiss();
      return failed(errorOf('upstreamBusy', 'Too many calls wait for answers already. Answer some of them first.'));
    }
    const state = secret();
    const parked: Parked = {
      conversation,
      principal,
      server,
      digest: requestDigest(method, params),
      keys: new Set(conversation.questions.keys()),
      cancelExpiry: clock.after(ANSWER_MS, () => {
        remove(state, parked);
        conversation.dismiss();
      }),
    };
    parkedByState.set(state, parked);
    add(countByPrincipal, principal, 1);
    add(countByServer, server, 1);
    return result({ resultType: 'input_required', inputRequests: inputRequestsOf(conversation), requestState: state });
  };

  const turn = async (conversation: Conversation, request: ParkedRequest): Promise<RpcReply> => {
    const next = await conversation.turn(request.sink);
    return next.kind === 'reply' ? next.reply : park(conversation, request);
  };

  return {
    turn,
    has: (state) => parkedByState.has(state),
    resume: (state, request) => {
      const parked = parkedByState.get(state);
      // To another client the state is unknown; it stays valid for its own client.
      if (
        parked === undefined ||
        parked.principal !== request.sink.caller.principal ||
        parked.digest !== requestDigest(request.method, request.params)
      ) {
        return Promise.resolve(unknownState());
      }
      const answers = answersIn(request.params['inputResponses'] ?? {}, parked);
      if (!answers.ok) return Promise.resolve(failed(errorOf('invalidParams', answers.error)));
      remove(state, parked);
      parked.conversation.answer(answers.value);
      return turn(parked.conversation, request);
    },
    size: () => parkedByState.size,
    dismissAll: () => {
      for (const [state, parked] of parkedByState) {
        remove(state, parked);
        parked.conversation.dismiss();
      }
    },
  };
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function inputRequestsOf(conversation: Conversation): JsonObject {
  // Empty params are sent too: the Go SDK fails without them.
  return Object.fromEntries([...conversation.questions].map(([key, { method, params }]) => [key, { method, params }]));
}

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);

function answersIn(responses: unknown, { conversation, keys }: Parked): Result<Map<string, JsonObject>, string> {
  if (!isJsonObject(responses)) return err('inputResponses must be an object.');
  const answers = new Map<string, JsonObject>();
  for (const [key, { method }] of conversation.questions) {
    if (!keys.has(key) || !Object.hasOwn(responses, key)) continue;
    const response = responses[key];
    if (!isJsonObject(response)) return err(`inputResponses.${key} must be an object.`);
    if (method === 'elicitation/create' && !ACTIONS.has(response['action'])) {
      return err(`inputResponses.${key}.action must be 'accept', 'decline' or 'cancel'.`);
    }
    answers.set(key, response);
  }
  return ok(answers);
}
