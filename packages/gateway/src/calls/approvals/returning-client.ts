import type { AskTerms } from '@toolmark/api-contract';
import type { AskOutcome } from './approvals.ts';
import { isUsable } from './ended-questions.ts';
import { type FormAnswer, fitsForm, readAnswer } from './form.ts';
import type { Question } from './question.ts';
import { refusals } from './refusals.ts';
import { isSameCall, type Subject } from './subject.ts';
import { isApproving } from './terms.ts';

export interface ReturningCall {
  /** The question whose state the client returned with. */
  readonly question: Question | undefined;
  /** The subject of the returning call. */
  readonly subject: Subject;
  readonly name: string;
  /** The client's response to the form; `undefined` if there is none. */
  readonly response: unknown;
  readonly now: number;
  /** The current terms, which may be stricter than when the client was asked. */
  readonly terms: AskTerms;
  /** Whether the answer of this client counts. */
  readonly mayAnswer: boolean;
  /** Ends the question with the client's answer; `false` if it had expired. */
  readonly resolve: (question: Question, answer: Given) => boolean;
}

type Given = Exclude<FormAnswer, { kind: 'none' }>;

/** `unanswered`: the question is open, and the client has no valid answer. `again`: the client sent no response at all. */
export type ReturnEnd =
  | Extract<AskOutcome, { kind: 'refused' }>
  | { readonly kind: 'approved'; readonly question: Question }
  | { readonly kind: 'unanswered'; readonly question: Question }
  | { readonly kind: 'again'; readonly question: Question };

/**
 * Handles a 2026-07-28 client that returns with its answer. The question may have been answered elsewhere meanwhile: then the stricter
 * answer counts. A state is valid for one call.
 */
export function handleReturn({
  question,
  subject,
  name,
  response,
  now,
  terms,
  mayAnswer,
  resolve,
}: ReturningCall): ReturnEnd {
  // Another client's question is treated as unknown.
  if (question === undefined || !isSameCall(question.subject, subject))
    return { kind: 'refused', approval: undefined, status: 'expired', reply: refusals.stale(name) };
  const approval = question.asked.id;
  // If the question was answered elsewhere, the client's approval alone does not count, so it need not fit the form.
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
  // Without an answer the question was cancelled or has expired.
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
  // A closed form does not withdraw the approval that was given elsewhere.
  return { kind: 'approved', question };
}
