import type { Clock } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import type { Caller } from '../../model/caller.ts';
import { askClient } from '../bridge/ask-client.ts';
import { ANSWER_MS } from '../bridge/limits.ts';
import { lackingFor } from '../bridge/questions.ts';
import { type FormAnswer, fitsForm, readAnswer, toQuestionForm } from './form.ts';
import { showProgress } from './progress.ts';
import { type Question, toMoment } from './question.ts';
import { oneLine } from './question-text.ts';
import { type Elsewhere, howToApprove } from './refusals.ts';

/** How waiting ended. */
export type WaitEnd =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'cancelled' }
  /** The question stays open. `why` is a clause. */
  | { readonly kind: 'gave-up'; readonly why: string };

export interface WaitOptions {
  readonly question: Question;
  readonly call: Call;
  readonly clock: Clock;
  /** Deadline if the client itself cannot be asked. */
  readonly waitMs: number;
  /** The ways to answer outside of the client, if any. */
  readonly elsewhere: Elsewhere | undefined;
  /** Whether the client may be asked. */
  readonly isClientAsked: boolean;
  /** Called with the client's answer, which ends the question. */
  readonly onAnswer: (answer: Exclude<FormAnswer, { kind: 'none' }>) => void;
}

const METHOD = 'elicitation/create';

/** Waits until a question ends, by the first answer. Also asks an older client, if it can be asked; closes its form if another answer is first. */
export function waitForAnswer(options: WaitOptions): Promise<WaitEnd> {
  const { question, call, clock, waitMs, elsewhere, onAnswer } = options;
  const { caller } = call;
  return new Promise((resolve) => {
    const form = new AbortController();
    let until = question.asked.expiresAt;
    let cancelWait = (): void => {};
    let stopProgress = (): void => {};
    const finish = (end: WaitEnd): void => {
      question.wake = undefined;
      cancelWait();
      stopProgress();
      caller.signal.removeEventListener('abort', onGone);
      form.abort();
      resolve(end);
    };
    const onGone = (): void => finish({ kind: 'cancelled' });
    const waitForOthers = (): void => {
      if (elsewhere === undefined) {
        finish({ kind: 'gave-up', why: 'the client could not ask' });
        return;
      }
      until = Math.min(until, clock.now() + waitMs);
      cancelWait = clock.after(waitMs, () =>
        finish({ kind: 'gave-up', why: `there was no answer within ${Math.round(waitMs / 1000)} s` }),
      );
    };
    const askByForm = async (ask: NonNullable<typeof caller.ask>): Promise<void> => {
      until = Math.min(until, clock.now() + ANSWER_MS);
      const mayApprove = fitsForm(question);
      const params = toQuestionForm(question, caller);
      const reply = await askClient(ask, METHOD, params, form, clock);
      // Another answer was first, or the call is over.
      if (question.wake === undefined || reply === undefined) return;
      // If the client fails to ask, treat it like a client that cannot be asked.
      if (reply.kind !== 'result') return waitForOthers();
      const answer = readAnswer(reply.result, mayApprove);
      // The form could not show all params, so wait for an answer on the page or the command line.
      if (answer.kind === 'none' && !mayApprove) waitForOthers();
      else if (answer.kind === 'none') finish({ kind: 'gave-up', why: 'the client gave no answer' });
      else onAnswer(answer);
    };

    question.freeSince = undefined;
    // Invalidate the state of a form that may still be open: one answer must not allow two calls.
    question.state = undefined;
    question.wake = () => finish({ kind: 'resolved' });
    caller.signal.addEventListener('abort', onGone);
    const ask = options.isClientAsked ? formOf(caller) : undefined;
    if (ask === undefined) waitForOthers();
    else void askByForm(ask).catch(waitForOthers);
    stopProgress = showProgress(call, () => progressText(question, until, elsewhere), clock);
  });
}

/** The function to ask a client while its request is open; `undefined` if it cannot be asked. */
export function formOf({ era, capabilities, ask }: Caller): Caller['ask'] {
  return era === 'legacy' && lackingFor(capabilities, METHOD, {}) === undefined ? ask : undefined;
}

function progressText({ asked }: Question, until: number, elsewhere: Elsewhere | undefined): string {
  const tool = `'${oneLine(asked.title)}' of ${asked.server}`;
  const how = elsewhere === undefined ? '' : `: ${howToApprove(asked.id, elsewhere)}`;
  return `Waiting until ${toMoment(until)} for a person to approve ${tool}${how}`;
}
