import { type Clock, errorOf, failed, type JsonObject, type RpcError, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { LogLevelName } from '../era/log-level.ts';
import { askClient } from './ask-client.ts';
import { QUESTIONS_PER_CALL } from './limits.ts';
import { answersQuestions, lackingFor, refusal } from './questions.ts';

/** A request under way at a server, and the way back to whom it is for. */
export interface Leg {
  /** Who would see a question of this request. Those who can be asked nothing are all of one party: nobody. */
  readonly party: Party;
  /** As much of the party as can be told from request to request: the same for all that may be the same client. */
  readonly kin: string;
  /** The session it belongs to; `undefined` in 2026-07-28, where every request is on its own. */
  readonly session: string | undefined;
  /** Who hears of it at the moment; nobody while it is parked. */
  readonly ear: () => Ear | undefined;
  /** Whether it waits for its client to answer. */
  readonly isWaiting: () => boolean;
  readonly canAnswer: (method: string, params: JsonObject) => boolean;
  /**
   * Puts a question to the client; `undefined` when the request ended before there was an answer, or the server withdrew
   * the question.
   */
  readonly ask: (method: string, params: JsonObject, withdrawn?: AbortSignal) => Promise<RpcReply | undefined>;
  /** The request has its reply: questions that are still open are open no more. */
  readonly end: (reply: RpcReply) => void;
}

/**
 * An older client is its session. In 2026-07-28 there are none, and nothing tells two windows of one client apart but that
 * they sent different requests: so every request is a party of its own.
 */
export type Party = string | symbol;

export const NOBODY = '';

export function canBeAsked(caller: Caller): boolean {
  return (caller.era === 'modern' || caller.ask !== undefined) && answersQuestions(caller.capabilities);
}

/** The leg of a caller that can be asked nothing. */
export function createSilentLeg(caller: Caller, ear: Leg['ear']): Leg {
  return {
    party: NOBODY,
    kin: NOBODY,
    session: caller.session,
    ear,
    isWaiting: never,
    canAnswer: never,
    ask: (method, params) =>
      Promise.resolve(refusal(caller.era === 'legacy' ? {} : caller.capabilities, method, params)),
    end: nothing,
  };
}

export interface AskingLegOptions {
  readonly caller: Caller;
  readonly ask: NonNullable<Caller['ask']>;
  readonly ear: Leg['ear'];
  readonly clock: Clock;
  /** Told of what the client is asked. */
  readonly onAsk: (params: JsonObject) => void;
  /** Records an answer before it leaves for the server: with what it is refused instead. */
  readonly recordAnswers?: ((answers: JsonObject) => Promise<RpcError | undefined>) | undefined;
}

/** The leg of an older client, which is asked while its request is open. */
export function createAskingLeg({ caller, ask, ear, clock, onAsk, recordAnswers }: AskingLegOptions): Leg {
  const party = `session ${caller.session}`;
  let ended = false;
  let open: Set<AbortController> | undefined;
  return {
    party,
    kin: party,
    session: caller.session,
    ear,
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
        // Older servers give their questions no names: the method stands for one.
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

const never = (): boolean => false;
const nothing = (): void => {};

/** Who hears of a request while it is under way. */
export interface Ear {
  readonly caller: Caller;
  /** Under which progress is told; `undefined` where none is wanted. */
  readonly progressToken: string | number | undefined;
  /** From which level on log messages are told; `undefined` where none are wanted. */
  readonly logLevel: LogLevelName | undefined;
}
