import { isJsonObject } from '@toolmark/annotations';
import { type Clock, clip, errorOf, failed, type JsonObject, pause, type RpcReply } from '@toolmark/base';
import { asPartlySent } from '@toolmark/upstream';
import type { Caller } from '../../model/caller.ts';
import { askClient } from './ask-client.ts';
import { FIRST_ROUND_PAUSE_MS, LONGEST_ROUND_PAUSE_MS, QUESTIONS_PER_CALL, ROUNDS_PER_CALL } from './limits.ts';
import { isQuestion, lackingFor } from './questions.ts';

export interface RoundsOptions {
  readonly server: string;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly uniqueId: () => string;
  /** Sends the request again, with these additional params. */
  readonly send: (input: JsonObject) => Promise<RpcReply>;
}

export function wantsInput(reply: RpcReply): reply is RpcReply & { readonly kind: 'result' } {
  return reply.kind === 'result' && reply.result['resultType'] === 'input_required';
}

/**
 * Runs the rounds of a 2026-07-28 server for an older client, which knows no rounds: asks the client while its request is open, and
 * sends the request again with the answers until the server replies with a result.
 */
export async function goRounds(first: RpcReply, options: RoundsOptions): Promise<RpcReply> {
  const { server, caller, clock, send } = options;
  let reply = first;
  for (let round = 0; wantsInput(reply); round++) {
    if (round === ROUNDS_PER_CALL) return broken(server, `asked for input more than ${ROUNDS_PER_CALL} times`);
    const { inputRequests, requestState } = reply.result;
    const requests = inputRequests ?? {};
    if (!isJsonObject(requests)) return broken(server, 'sent inputRequests that is not an object');
    const entries = Object.entries(requests);
    if (entries.length > QUESTIONS_PER_CALL) return broken(server, `asked ${entries.length} questions at once`);
    if (entries.length === 0) {
      await pause(Math.min(FIRST_ROUND_PAUSE_MS * 2 ** round, LONGEST_ROUND_PAUSE_MS), caller.signal, clock);
    }
    const answers = await askAll(entries, options);
    if (answers.kind === 'error') return answers;
    if (caller.signal.aborted) return failed(errorOf('cancelled', 'The request was cancelled.'));
    reply = await send({
      ...(inputRequests === undefined ? {} : { inputResponses: answers.result }),
      ...(requestState === undefined ? {} : { requestState }),
    });
    if (reply.kind === 'error') return failed(asPartlySent(reply.error));
  }
  return reply;
}

type Answers = Extract<RpcReply, { kind: 'result' | 'error' }>;

/** Asks all questions at once; the first one without an answer cancels the others. */
async function askAll(entries: readonly [string, unknown][], options: RoundsOptions): Promise<Answers> {
  const { server, caller, clock, uniqueId } = options;
  const { ask } = caller;
  const controller = new AbortController();
  const onDisconnect = (): void => controller.abort();
  if (caller.signal.aborted) onDisconnect();
  caller.signal.addEventListener('abort', onDisconnect);
  let failure: Answers | undefined;
  const giveUp = (reply: RpcReply): void => {
    failure ??= reply.kind === 'error' ? reply : undefined;
    controller.abort();
  };
  const responses: [string, JsonObject][] = [];
  const askOne = async ([key, request]: [string, unknown]): Promise<void> => {
    if (!isJsonObject(request) || typeof request['method'] !== 'string' || !isQuestion(request['method'])) {
      return giveUp(broken(server, 'asked a question that the protocol does not have'));
    }
    const { method } = request;
    const params = isJsonObject(request['params']) ? request['params'] : {};
    const lacking = lackingFor(ask === undefined ? {} : caller.capabilities, method, params);
    if (ask === undefined || lacking !== undefined) return giveUp(cannotBeAsked(server, method, lacking ?? {}));
    const reply = await askClient(ask, method, forOlderClient(method, params, uniqueId), controller, clock);
    if (reply === undefined) return;
    if (reply.kind === 'result') responses.push([key, reply.result]);
    else if (reply.kind === 'error') giveUp(unanswered(server, method, reply.error.message));
    else giveUp(unanswered(server, method, 'no answer'));
  };
  try {
    await Promise.all(entries.map(askOne));
  } finally {
    caller.signal.removeEventListener('abort', onDisconnect);
  }
  return failure ?? { kind: 'result', result: Object.fromEntries(responses) };
}

/** Older revisions require an id for a question that sends the user to a web page; 2026-07-28 has none. */
function forOlderClient(method: string, params: JsonObject, uniqueId: () => string): JsonObject {
  if (method !== 'elicitation/create' || params['mode'] !== 'url' || params['elicitationId'] !== undefined)
    return params;
  return { ...params, elicitationId: uniqueId() };
}

function broken(server: string, what: string): RpcReply {
  return failed(errorOf('upstreamBroken', `Server '${server}' ${what}.`, { server }));
}

function cannotBeAsked(server: string, method: string, requiredCapabilities: JsonObject): RpcReply {
  const message = `Server '${server}' needs an answer to '${method}', which this client does not support.`;
  return failed(errorOf('missingCapability', message, { server, requiredCapabilities }));
}

function unanswered(server: string, method: string, why: string): RpcReply {
  const message = `Server '${server}' needs an answer to '${method}', and the client gave none: ${clip(why)}`;
  return failed(errorOf('cancelled', message, { server }));
}
