import type { Clock } from '@toolmark/base';
import type { Question } from './question.ts';

/** The newest of the questions that have ended. Older ones are in the store. */
export interface EndedQuestions {
  readonly add: (question: Question) => void;
  readonly get: (id: string) => Question | undefined;
  /** The one that ended last comes last. */
  readonly all: () => Iterable<Question>;
}

const KEPT = 1_000;
/** Of the arguments in them: what a few very long calls ask must not push out everything else, nor fill the memory. */
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
      // What somebody has approved, and no call has used, goes last.
      for (const each of ended.values()) if (isFull() && !isUsable(each, now())) forget(each);
      for (const each of ended.values()) if (isFull()) forget(each);
    },
    get: (id) => ended.get(id),
    all: () => ended.values(),
  };
}

const lengthOf = ({ asked }: Question): number => asked.arguments?.text.length ?? 0;

/** Whether a call can pass by it that comes now: for as long after the answer as there was to give one. */
export function isUsable({ status, isSpent, answer, asked }: Question, now: number): boolean {
  if (status !== 'approved' || isSpent || answer === null) return false;
  return now < Date.parse(answer.at) + asked.expiresAt - asked.at;
}
