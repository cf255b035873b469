import { type Clock, errorOf, failed, type JsonObject, type RpcError, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { LogLevelName } from '../../model/log-level.ts';
import { askClient } from './ask-client.ts';
import { QUESTIONS_PER_CALL } from './limits.ts';
import { lackingFor, refusal } from './questions.ts';

/** A request in progress at a server, and the way back to its client. */
export interface UpstreamRequest {
  /** The client that would see a question of this request. All requests whose client cannot be asked share `UNASKABLE`. */
  readonly party: Party;
  /** The same for all requests that may be of one client, as far as that can be told across requests. */
  readonly clientKey: string;
  /** The session it belongs to; `undefined` in 2026-07-28, which has none. */
  readonly session: string | undefined;
  /** Where its notifications go; `undefined` while it is parked. */
  readonly sink: () => NotificationSink | undefined;
  /** Whether it waits for its client to answer. */
  readonly isWaiting: () => boolean;
  readonly canAnswer: (method: string, params: JsonObject) => boolean;
  /** Asks the client; `undefined` if the request ended before an answer, or the server withdrew the question. */
  readonly ask: (method: string, params: JsonObject, withdrawn?: AbortSignal) => Promise<RpcReply | undefined>;
  /** Closes its open questions: the request has its reply. */
  readonly end: (reply: RpcReply) => void;
}

/**
 * Identifies one client at a server. An older client is its session. 2026-07-28 has no sessions, and two windows of one client differ
 * in nothing but their requests: so each request is a party of its own.
 */
export type Party = string | symbol;

/** The party of all requests whose client cannot be asked anything. */
export const UNASKABLE = '';

export interface AskableRequestOptions {
  readonly caller: Caller;
  readonly ask: NonNullable<Caller['ask']>;
  readonly sink: UpstreamRequest['sink'];
  readonly clock: Clock;
  /** Called with each question that the client is asked. */
  readonly onAsk: (params: JsonObject) => void;
  /** Records an answer before it leaves for the server. An error refuses the answer. */
  readonly recordAnswers?: ((answers: JsonObject) => Promise<RpcError | undefined>) | undefined;
}

/** The request of an older client, which is asked while its request is open. */
export function createAskableRequest(options: AskableRequestOptions): UpstreamRequest {
  const { caller, ask, sink, clock, onAsk, recordAnswers } = options;
  const party = `session ${caller.session}`;
  let ended = false;
  let open: Set<AbortController> | undefined;
  return {
    party,
    clientKey: party,
    session: caller.session,
    sink,
    isWaiting: () => open !== undefined && open.size > 0,
    canAnswer: (method, params) => lackingFor(caller.capabilities, method, params) === undefined,
    ask: async (method, params, withdrawn) => {
      if (lackingFor(caller.capabilities, method, params) !== undefined) {
        return refusal(caller.capabilities, method, params);
      }
      if (ended || withdrawn?.aborted === true) return undefined;
      open ??= new Set();
      if (open.size >= QUESTIONS_PER_CALL) return tooManyQuestions();
      const controller = new AbortController();
      const withdraw = (): void => controller.abort();
      open.add(controller);
      withdrawn?.addEventListener('abort', withdraw);
      onAsk(params);
      try {
        const reply = await askClient(ask, method, params, controller, clock);
        // Older servers do not name their questions, so the method serves as the name.
        const answers = reply?.kind === 'result' && { inputResponses: { [method]: reply.result } };
        const refused = answers ? await recordAnswers?.(answers) : undefined;
        return refused === undefined ? reply : failed(refused);
      } finally {
        open.delete(controller);
        withdrawn?.removeEventListener('abort', withdraw);
      }
    },
    end: () => {
      ended = true;
      for (const controller of open ?? []) controller.abort();
    },
  };
}

export function tooManyQuestions(): RpcReply {
  return failed(errorOf('upstreamBusy', `More than ${QUESTIONS_PER_CALL} questions are open in this call already.`));
}

/** The stream of a caller's request, and the notifications that the caller wants on it. */
export interface NotificationSink {
  readonly caller: Caller;
  /** The token for progress notifications; `undefined` if the caller wants none. */
  readonly progressToken: string | number | undefined;
  /** The lowest level of log messages that the caller wants; `undefined` for none. */
  readonly logLevel: LogLevelName | undefined;
}
