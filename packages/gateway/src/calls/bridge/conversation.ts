import { type Clock, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { DISMISSAL_GRACE_MS, QUESTION_WINDOW_MS, QUESTIONS_PER_CALL } from './limits.ts';
import { dismissal, lackingFor, refusal } from './questions.ts';
import type { Ear } from './upstream-request.ts';
import { type Leg, tooManyQuestions } from './upstream-request.ts';

/**
 * A request of a 2026-07-28 client at a server that may turn round and ask. Such a client cannot be asked: its request is
 * answered with the questions, the server's call stays open, and the client's next request goes on where this one stopped.
 */
export interface Conversation extends Leg {
  /** Aborted when the client goes away while it waits, and some time after nobody came back. */
  readonly signal: AbortSignal;
  /** Waits with this caller for the server's reply, or for questions. */
  readonly turn: (ear: Ear) => Promise<Turn>;
  /** Unanswered ones, by the key under which the client sees them. */
  readonly questions: ReadonlyMap<string, Question>;
  /** Answers by key; what is not in here stays open. */
  readonly answer: (answers: ReadonlyMap<string, JsonObject>) => void;
  /** Nobody comes back: the server hears `cancel`, now and to every further question, and is cut short if that is not enough. */
  readonly dismiss: () => void;
}

type Turn = { readonly kind: 'reply'; readonly reply: RpcReply } | { readonly kind: 'questions' };

interface Question {
  readonly method: string;
  readonly params: JsonObject;
  readonly settle: (reply: RpcReply | undefined) => void;
}

const NOBODY_ANSWERED = 'The client did not answer in time.';

export function createConversation(first: Caller, clock: Clock): Conversation {
  const { capabilities } = first;
  const controller = new AbortController();
  const questions = new Map<string, Question>();
  let asked = 0;
  let ear: Ear | undefined;
  let ended: RpcReply | undefined;
  let dismissed = false;
  let wake: ((turn: Turn) => void) | undefined;
  let cancelWindow: (() => void) | undefined;
  let cancelGrace: (() => void) | undefined;

  const onGone = (): void => controller.abort();
  const closeWindow = (): void => {
    cancelWindow?.();
    cancelWindow = undefined;
  };
  const finishTurn = (turn: Turn): void => {
    const resolve = wake;
    wake = undefined;
    closeWindow();
    ear?.caller.signal.removeEventListener('abort', onGone);
    ear = undefined;
    resolve?.(turn);
  };
  const canAnswer = (method: string, params: JsonObject): boolean =>
    lackingFor(capabilities, method, params) === undefined;

  return {
    party: Symbol('request'),
    // What a client says it is can only divide a principal further.
    kin: JSON.stringify([first.principal, first.client?.['name'], first.client?.['version']]),
    session: undefined,
    signal: controller.signal,
    ear: () => ear,
    isWaiting: () => questions.size > 0,
    questions,
    canAnswer,
    ask: (method, params, withdrawn) => {
      if (!canAnswer(method, params)) return Promise.resolve(refusal(capabilities, method, params));
      if (ended !== undefined || withdrawn?.aborted === true) return Promise.resolve(undefined);
      if (dismissed) return Promise.resolve(dismissal(method, NOBODY_ANSWERED));
      if (questions.size >= QUESTIONS_PER_CALL) return Promise.resolve(tooManyQuestions());
      return new Promise((resolve) => {
        // Keys are never used twice, so that no answer is ever taken for the answer to another question.
        asked += 1;
        const key = `q${asked}`;
        const withdraw = (): void => {
          questions.delete(key);
          if (questions.size === 0) closeWindow();
          settle(undefined);
        };
        const settle = (reply: RpcReply | undefined): void => {
          withdrawn?.removeEventListener('abort', withdraw);
          resolve(reply);
        };
        withdrawn?.addEventListener('abort', withdraw);
        questions.set(key, { method, params, settle });
        if (wake !== undefined) {
          cancelWindow ??= clock.after(QUESTION_WINDOW_MS, () => finishTurn({ kind: 'questions' }));
        }
      });
    },
    turn: (next) => {
      if (ended !== undefined) return Promise.resolve({ kind: 'reply', reply: ended });
      if (questions.size > 0) return Promise.resolve({ kind: 'questions' });
      ear = next;
      const { signal } = next.caller;
      if (signal.aborted) onGone();
      else signal.addEventListener('abort', onGone);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    answer: (answers) => {
      for (const [key, answer] of answers) {
        const question = questions.get(key);
        questions.delete(key);
        question?.settle(result(answer));
      }
    },
    end: (reply) => {
      ended = reply;
      cancelGrace?.();
      for (const question of questions.values()) question.settle(undefined);
      questions.clear();
      finishTurn({ kind: 'reply', reply });
    },
    dismiss: () => {
      if (dismissed || ended !== undefined) return;
      dismissed = true;
      for (const { method, settle } of questions.values()) settle(dismissal(method, NOBODY_ANSWERED));
      questions.clear();
      cancelGrace = clock.after(DISMISSAL_GRACE_MS, () => controller.abort());
    },
  };
}

/** What is said to a client that comes back for something that is not there, or not there for it. */
export function unknownState(): RpcReply {
  return failed({
    code: -32602,
    message: 'Unknown or expired requestState. Call again without inputResponses and requestState.',
    data: { error: 'invalidParams' },
  });
}
