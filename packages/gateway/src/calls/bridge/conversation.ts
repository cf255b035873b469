import { type Clock, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import { DISMISSAL_GRACE_MS, QUESTION_WINDOW_MS, QUESTIONS_PER_CALL } from './limits.ts';
import { dismissal, lackingFor, refusal } from './questions.ts';
import { type NotificationSink, tooManyQuestions, type UpstreamRequest } from './upstream-request.ts';

/**
 * A request of a 2026-07-28 client at a server that may ask questions. Such a client cannot be asked while its request is open: the
 * reply to its request contains the questions, the server's call stays open, and the client's next request continues it.
 */
export interface Conversation extends UpstreamRequest {
  /** Aborted when the client disconnects while it waits, and some time after `dismiss`. */
  readonly signal: AbortSignal;
  /** Waits with this caller for the server's reply, or for questions. */
  readonly turn: (sink: NotificationSink) => Promise<Turn>;
  /** Open questions, by the key under which the client sees them. */
  readonly questions: ReadonlyMap<string, Question>;
  /** Settles the questions with these keys; the others stay open. */
  readonly answer: (answers: ReadonlyMap<string, JsonObject>) => void;
  /** The client does not come back: answers this and every further question with `cancel`, and aborts after a grace period. */
  readonly dismiss: () => void;
}

type Turn = { readonly kind: 'reply'; readonly reply: RpcReply } | { readonly kind: 'questions' };

interface Question {
  readonly method: string;
  readonly params: JsonObject;
  readonly settle: (reply: RpcReply | undefined) => void;
}

const NO_ANSWER = 'The client did not answer in time.';

export function createConversation(first: Caller, clock: Clock): Conversation {
  const { capabilities } = first;
  const controller = new AbortController();
  const questions = new Map<string, Question>();
  let asked = 0;
  let sink: NotificationSink | undefined;
  let ended: RpcReply | undefined;
  let dismissed = false;
  let wake: ((turn: Turn) => void) | undefined;
  let cancelWindow: (() => void) | undefined;
  let cancelGrace: (() => void) | undefined;

  const onDisconnect = (): void => controller.abort();
  const closeWindow = (): void => {
    cancelWindow?.();
    cancelWindow = undefined;
  };
  const finishTurn = (turn: Turn): void => {
    const resolve = wake;
    wake = undefined;
    closeWindow();
    sink?.caller.signal.removeEventListener('abort', onDisconnect);
    sink = undefined;
    resolve?.(turn);
  };
  const canAnswer = (method: string, params: JsonObject): boolean =>
    lackingFor(capabilities, method, params) === undefined;

  return {
    party: Symbol('request'),
    // The client's own name and version are not trusted: they only divide a principal further.
    clientKey: JSON.stringify([first.principal, first.client?.['name'], first.client?.['version'], first.conversation]),
    session: undefined,
    signal: controller.signal,
    sink: () => sink,
    isWaiting: () => questions.size > 0,
    questions,
    canAnswer,
    ask: (method, params, withdrawn) => {
      if (!canAnswer(method, params)) return Promise.resolve(refusal(capabilities, method, params));
      if (ended !== undefined || withdrawn?.aborted === true) return Promise.resolve(undefined);
      if (dismissed) return Promise.resolve(dismissal(method, NO_ANSWER));
      if (questions.size >= QUESTIONS_PER_CALL) return Promise.resolve(tooManyQuestions());
      return new Promise((resolve) => {
        // Never reuse a key, so that a late answer cannot count for another question.
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
      sink = next;
      const { signal } = next.caller;
      if (signal.aborted) onDisconnect();
      else signal.addEventListener('abort', onDisconnect);
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
      for (const { method, settle } of questions.values()) settle(dismissal(method, NO_ANSWER));
      questions.clear();
      cancelGrace = clock.after(DISMISSAL_GRACE_MS, () => controller.abort());
    },
  };
}

/** The reply to a client whose `requestState` is unknown, or belongs to another client. */
export function unknownState(): RpcReply {
  return failed({
    code: -32602,
    message: 'Unknown or expired requestState. Call again without inputResponses and requestState.',
    data: { error: 'invalidParams' },
  });
}
