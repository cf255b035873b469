import type { Clock } from '@toolmark/base';
import type { Question } from './question.ts';

/** The latest ended questions. Older ones are only in the store. */
export interface EndedQuestions {
  readonly add: (question: Question) => void;
  readonly get: (id: string) => Question | undefined;
  /** In the order of their end. */
  readonly all: () => Iterable<Question>;
}

const KEPT = 1_000;
/** Total length of their arguments, so that a few very long calls neither evict all others nor fill the memory. */
const KEPT_CHARACTERS = 4 * 1024 * 1024;

export function createEndedQuestions({ now }: Pick<Clock, 'now'>): EndedQuestions {
  const ended = new Map<string, Question>();
  let characters = 0;

  const isFull = (): boolean => ended.size > KEPT || characters > KEPT_CHARACTERS;
  const forget = (question: Question): void => {
    ended.delete(question.asked.id);
    characters -= lengthOf(question);
  };
  return {
    add: (question) => {
      ended.set(question.asked.id, question);
      characters += lengthOf(question);
      if (!isFull()) return;
      // Evict unused approvals last.
      for (const each of ended.values()) if (isFull() && !isUsable(each, now())) forget(each);
      for (const each of ended.values()) if (isFull()) forget(each);
    },
    get: (id) => ended.get(id),
    all: () => ended.values(),
  };
}

const lengthOf = ({ asked }: Question): number => asked.arguments?.text.length ?? 0;

/** Whether a call can use this approval now. It is valid after the answer for as long as the question was open at most. */
export function isUsable({ status, isSpent, answer, asked }: Question, now: number): boolean {
  if (status !== 'approved' || isSpent || answer === null) return false;
  return now < Date.parse(answer.at) + asked.expiresAt - asked.at;
}
