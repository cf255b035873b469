import { err, toMessage } from '@toolmark/annotations';
import type { ApprovalAnswer, ApprovalStatusName, AskTerms } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { ApprovalRecord } from '@toolmark/record';
import { createEndedQuestions, isUsable } from './ended-questions.ts';
import type { Question } from './question.ts';
import { isSameCall, type Subject } from './subject.ts';
import { isApproving } from './terms.ts';

/** The open questions, and the latest ended ones. */
export interface Questions {
  /** Whether a principal may have one more open question. */
  readonly hasRoomFor: (principal: string) => boolean;
  /** Whether the params of one more call fit into memory. */
  readonly hasRoomForText: (principal: string, characters: number) => boolean;
  readonly add: (question: Question) => void;
  /** Ends a question; returns `false` if it had ended before. */
  readonly settle: (
    question: Question,
    status: Exclude<ApprovalStatusName, 'pending'>,
    answer?: ApprovalAnswer,
  ) => boolean;
  readonly get: (id: string) => Question | undefined;
  readonly ofState: (state: string) => Question | undefined;
  /** Oldest first. */
  readonly pending: () => readonly Question[];
  /**
   * An open question about the same call on which no call has waited since before `cameAt`, because its client stopped waiting or was
   * answered with the question. Identical calls at the same time have one question each.
   */
  readonly free: (subject: Subject, terms: AskTerms, cameAt: number) => Question | undefined;
  /** A question about the same call that was approved for one call after its client stopped waiting, in a way that the terms accept. */
  readonly approvedLate: (subject: Subject, terms: AskTerms) => Question | undefined;
  /** Expires all open questions. */
  readonly expireAll: () => void;
}

/** More than a person answers; most are some kilobytes. */
const PENDING_PER_PRINCIPAL = 256;
const PENDING_IN_TOTAL = 1_000;
/** The params of calls stay in memory until a person decides; one call may be as long as a request. */
const CHARACTERS_PER_PRINCIPAL = 32 * 1024 * 1024;
const CHARACTERS_IN_TOTAL = 128 * 1024 * 1024;

export function createQuestions(clock: Clock, record: ApprovalRecord): Questions {
  const pending = new Map<string, Question>();
  const ended = createEndedQuestions(clock);

  const settle: Questions['settle'] = (question, status, answer) => {
    const { asked } = question;
    if (!pending.delete(asked.id)) return false;
    question.cancelExpiry();
    question.status = status;
    question.sent = undefined;
    question.answer = answer ?? null;
    const { wake } = question;
    // Mark it before waking the call: no other call may use the approval of the one that waits.
    if (wake !== undefined) question.isSpent = true;
    question.wake = undefined;
    ended.add(question);
    question.saved = record
      .resolved({ id: asked.id, status, at: clock.now(), answer: question.answer })
      .catch((error: unknown) => err(toMessage(error)));
    wake?.();
    return true;
  };
  /** Compares the time, because the expiry timer may be late. */
  const isOpen = ({ asked }: Question): boolean => clock.now() < asked.expiresAt;
  /** Searches from the end: the question is mostly among the newest. */
  const newest = (questions: Iterable<Question>, is: (question: Question) => boolean): Question | undefined =>
    [...questions].findLast(is);

  return {
    hasRoomFor: (principal) => {
      if (pending.size >= PENDING_IN_TOTAL) return false;
      let own = 0;
      for (const { asked } of pending.values()) if (asked.principal === principal) own += 1;
      return own < PENDING_PER_PRINCIPAL;
    },
    hasRoomForText: (principal, characters) => {
      let [own, all] = [characters, characters];
      for (const { asked, sent } of pending.values()) {
        const length = sent?.text.length ?? 0;
        all += length;
        if (asked.principal === principal) own += length;
      }
      return own <= CHARACTERS_PER_PRINCIPAL && all <= CHARACTERS_IN_TOTAL;
    },
    add: (question) => {
      const { asked } = question;
      pending.set(asked.id, question);
      question.cancelExpiry = clock.after(asked.expiresAt - asked.at, () => settle(question, 'expired'));
      record.asked(asked);
    },
    settle: (question, status, answer) => {
      if (status === 'expired' || isOpen(question)) return settle(question, status, answer);
      settle(question, 'expired');
      return false;
    },
    get: (id) => pending.get(id) ?? ended.get(id),
    ofState: (state) => {
      const has = (question: Question): boolean => question.state === state;
      return newest(pending.values(), has) ?? newest(ended.all(), has);
    },
    pending: () => [...pending.values()].filter(isOpen),
    free: (subject, { routes, presence }, cameAt) =>
      newest(
        pending.values(),
        (question) =>
          question.freeSince !== undefined &&
          question.freeSince <= cameAt &&
          isOpen(question) &&
          // An answer is checked against the terms that were shown, so other terms need another question.
          question.asked.terms.presence === presence &&
          question.asked.terms.routes.join() === routes.join() &&
          question.subject.session === subject.session &&
          isSameCall(question.subject, subject),
      ),
    approvedLate: (subject, terms) =>
      newest(
        ended.all(),
        (question) =>
          question.answer?.remember === 'once' &&
          isApproving(terms, question.answer) &&
          isUsable(question, clock.now()) &&
          question.subject.session === subject.session &&
          isSameCall(question.subject, subject),
      ),
    expireAll: () => {
      for (const question of [...pending.values()]) settle(question, 'expired');
    },
  };
}
