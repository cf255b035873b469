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

/** How waiting ended: with the question, or before it. */
export type WaitEnd =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'cancelled' }
  /** `why` is half a sentence. The question stays open. */
  | { readonly kind: 'gave-up'; readonly why: string };

export interface WaitOptions {
  readonly question: Question;
  readonly call: Call;
  readonly clock: Clock;
  /** How long, where the client itself cannot be asked. */
  readonly waitMs: number;
  /** Where anybody else can answer; `undefined` where nobody can. */
  readonly elsewhere: Elsewhere | undefined;
  /** Whether the client may be asked. */
  readonly isClientAsked: boolean;
  /** The client's answer, which ends the question. */
  readonly onAnswer: (answer: Exclude<FormAnswer, { kind: 'none' }>) => void;
}

const METHOD = 'elicitation/create';

/**
 * Keeps a call waiting until its question has ended, by whatever answer is first. An older client that can be asked is; when
 * another answer comes first, its form is closed.
 */
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
        finish({ kind: 'gave-up', why: `nobody answered within ${Math.round(waitMs / 1000)} s` }),
      );
    };
    const askByForm = async (ask: NonNullable<typeof caller.ask>): Promise<void> => {
      until = Math.min(until, clock.now() + ANSWER_MS);
      const mayApprove = fitsForm(question);
      const params = toQuestionForm(question, caller);
      const reply = await askClient(ask, METHOD, params, form, clock);
      // Somebody else was faster, or the call is over.
      if (question.wake === undefined || reply === undefined) return;
      // A client that cannot ask after all is like one that never said it could.
      if (reply.kind !== 'result') return waitForOthers();
      const answer = readAnswer(reply.result, mayApprove);
      // Whoever wants to see all of it first goes to the page, or the command line.
      if (answer.kind === 'none' && !mayApprove) waitForOthers();
      else if (answer.kind === 'none') finish({ kind: 'gave-up', why: 'nobody answered in the client' });
      else onAnswer(answer);
    };

    question.freeSince = undefined;
    // A form that is still open somewhere is about this call no more: one answer may not let two of them through.
    question.state = undefined;
    question.wake = () => finish({ kind: 'resolved' });
    caller.signal.addEventListener('abort', onGone);
    const ask = options.isClientAsked ? formOf(caller) : undefined;
    if (ask === undefined) waitForOthers();
    else void askByForm(ask).catch(waitForOthers);
    stopProgress = showProgress(call, () => waitsFor(question, until, elsewhere), clock);
  });
}

/** The way to ask a client while its request is open; `undefined` where it cannot be. */
export function formOf({ era, capabilities, ask }: Caller): Caller['ask'] {
  return era === 'legacy' && lackingFor(capabilities, METHOD, {}) === undefined ? ask : undefined;
}

function waitsFor({ asked }: Question, until: number, elsewhere: Elsewhere | undefined): string {
  const what = `'${oneLine(asked.title)}' of ${asked.server}`;
  const how = elsewhere === undefined ? '' : `: ${howToApprove(asked.id, elsewhere)}`;
  return `Waits until ${toMoment(until)} for a person to approve ${what}${how}`;
}
