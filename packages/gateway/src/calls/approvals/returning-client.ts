import type { AskTerms } from '@toolmark/api-contract';
import type { AskOutcome } from './approvals.ts';
import { isUsable } from './ended-questions.ts';
import { type FormAnswer, fitsForm, readAnswer } from './form.ts';
import type { Question } from './question.ts';
import { refusals } from './refusals.ts';
import { isSameCall, type Subject } from './subject.ts';
import { isApproving } from './terms.ts';

export interface Return {
  /** The one whose state the client came back with. */
  readonly question: Question | undefined;
  /** Of the call that it came back with. */
  readonly subject: Subject;
  readonly name: string;
  /** What it made of the form; `undefined` where it says nothing about it. */
  readonly response: unknown;
  readonly now: number;
  /** As they are now: they may have become stricter since the client was asked. */
  readonly terms: AskTerms;
  /** Whether the answer of this client counts. */
  readonly mayAnswer: boolean;
  /** Ends the question by the client's answer; `false` where its time was over. */
  readonly resolve: (question: Question, answer: Given) => boolean;
}

type Given = Exclude<FormAnswer, { kind: 'none' }>;

/** `unanswered`: still open, and the client has no answer. `again`: it did not even try to give one. */
export type ReturnEnd =
  | Extract<AskOutcome, { kind: 'refused' }>
  | { readonly kind: 'approved'; readonly question: Question }
  | { readonly kind: 'unanswered'; readonly question: Question }
  | { readonly kind: 'again'; readonly question: Question };

/**
 * A client of 2026-07-28 is back with its answer. By then the question may have been answered elsewhere: what is stricter counts,
 * and a state is good for one call.
 */
export function handleReturn({ question, subject, name, response, now, terms, mayAnswer, resolve }: Return): ReturnEnd {
  // Somebody else's question is as unknown as one that never was.
  if (question === undefined || !isSameCall(question.subject, subject))
    return { kind: 'refused', approval: undefined, status: 'expired', reply: refusals.stale(name) };
  const approval = question.asked.id;
  // Once it is decided, a yes of the client lets nothing through by itself.
  const answer = readAnswer(response, question.status !== 'pending' || fitsForm(question));
  const expired: ReturnEnd = { kind: 'refused', approval, status: 'expired', reply: refusals.expired(name) };
  if (question.status === 'pending') {
    if (now >= question.asked.expiresAt) return expired;
    if (answer.kind === 'none')
      return response === undefined ? { kind: 'again', question } : { kind: 'unanswered', question };
    if (answer.kind === 'approve' && !mayAnswer) return { kind: 'unanswered', question };
    if (!resolve(question, answer)) return expired;
    question.isSpent = true;
    if (answer.kind === 'approve') return { kind: 'approved', question };
    return { kind: 'refused', approval, status: 'denied', reply: refusals.denied(name, 'client') };
  }
  // Only approved and denied ones have an answer.
  const route = question.answer?.route;
  if (route === undefined) return expired;
  if (question.status === 'denied') {
    const reply = route === 'client' ? refusals.denied(name, route) : refusals.deniedByOther(name, route);
    return { kind: 'refused', approval, status: 'denied', reply };
  }
  const { isSpent } = question;
  const isTooLate = !isUsable(question, now);
  question.isSpent = true;
  if (answer.kind === 'deny')
    return { kind: 'refused', approval, status: 'denied', reply: refusals.deniedAfterApproval(name, route) };
  if (isSpent) return { kind: 'refused', approval, status: 'expired', reply: refusals.used(name) };
  if (isTooLate) return expired;
  if (question.answer === null || !isApproving(terms, question.answer))
    return { kind: 'refused', approval, status: 'denied', reply: refusals.wayClosed(name, terms) };
  // Also where the form was only closed: whoever had to say yes has done so.
  return { kind: 'approved', question };
}
