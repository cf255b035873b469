/** The reason why a requested change was not made. */
export interface ChangeProblem {
  /** `conflict`: the current state does not permit it; the message says what to do. `unwritable`: the file cannot be written. */
  readonly kind: 'conflict' | 'unwritable';
  /** A sentence. */
  readonly message: string;
}

export const conflict = (message: string): ChangeProblem => ({ kind: 'conflict', message });

export const unwritable = (message: string): ChangeProblem => ({ kind: 'unwritable', message });

/** The author of a change, and the reason. */
export interface ChangeAuthor {
  readonly author: string | null;
  readonly reason: string | null;
}

/**
 * Author and reason as a clause for the log.
 *
 * @example
 * `accepted ${byWhom({ author: 'ada', reason: 'read it' })}` // 'accepted by ada: read it'
 */
export function byWhom({ author, reason }: ChangeAuthor): string {
  return `by ${author ?? 'an unnamed author'}${reason === null ? '' : `: ${reason}`}`;
}
