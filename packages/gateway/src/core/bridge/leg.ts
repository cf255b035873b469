import { errorOf } from '../../errors.ts';
import { failed, type JsonObject, type RpcReply } from '../../rpc.ts';
import type { Clock } from '../../upstream/clock.ts';
import type { Caller } from '../caller.ts';
import { QUESTIONS_PER_CALL } from '../limits.ts';
import { askClient } from './ask-client.ts';
import { answersQuestions, lackingFor, refusal } from './questions.ts';

/** A request under way at a server, and the way back to whom it is for. */
export interface Leg {
  /** Who would see a question of this request. Those who can be asked nothing are all of one party: nobody. */
  readonly party: string;
  readonly canAnswer: (method: string, params: JsonObject) => boolean;
  /** Puts a question to the client; `undefined` when the request ended before there was an answer. */
  readonly ask: (method: string, params: JsonObject) => Promise<RpcReply | undefined>;
  /** The request has its reply: questions that are still open are open no more. */
  readonly end: (reply: RpcReply) => void;
}

const NOBODY = '';

/**
 * Whom a question of this caller's request may be shown to, if anybody. An older client is its session. In 2026-07-28 there are none,
 * so it is the principal; what the client says it is can only divide a principal further.
 */
export function partyOf(caller: Caller): string {
  if (caller.session !== undefined) return `session ${caller.session}`;
  return JSON.stringify([caller.principal, caller.client?.['name'], caller.client?.['version']]);
}

export function canBeAsked(caller: Caller): boolean {
  return (caller.era === 'modern' || caller.ask !== undefined) && answersQuestions(caller.capabilities);
}

/** The leg of a caller that can be asked nothing. */
export function createSilentLeg(caller: Caller): Leg {
  return {
    party: NOBODY,
    canAnswer: never,
    ask: (method, params) =>
      Promise.resolve(refusal(caller.era === 'legacy' ? {} : caller.capabilities, method, params)),
    end: nothing,
  };
}

/** The leg of an older client, which is asked while its request is open. */
export function createAskingLeg(caller: Caller, ask: NonNullable<Caller['ask']>, clock: Clock): Leg {
  let ended = false;
  let open: Set<AbortController> | undefined;
  return {
    party: partyOf(caller),
    canAnswer: (method, params) => lackingFor(caller.capabilities, method, params) === undefined,
    ask: async (method, params) => {
      if (lackingFor(caller.capabilities, method, params) !== undefined) {
        return refusal(caller.capabilities, method, params);
      }
      if (ended) return undefined;
      open ??= new Set();
      if (open.size >= QUESTIONS_PER_CALL) return tooManyQuestions();
      const controller = new AbortController();
      open.add(controller);
      try {
        return await askClient(ask, method, params, controller, clock);
      } finally {
        open.delete(controller);
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
