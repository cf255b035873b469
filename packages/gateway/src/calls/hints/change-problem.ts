/** Why something that a person asked for was not done. */
export interface ChangeProblem {
  /** `conflict`: not as things are now, and the sentence says what to do. `unwritable`: the file that would keep it is in the way. */
  readonly kind: 'conflict' | 'unwritable';
  /** A sentence. */
  readonly message: string;
}

export const conflict = (message: string): ChangeProblem => ({ kind: 'conflict', message });

export const unwritable = (message: string): ChangeProblem => ({ kind: 'unwritable', message });

/** Who wants something, and why. */
export interface ChangeAuthor {
  readonly author: string | null;
  readonly reason: string | null;
}

/**
 * The same for the log.
 *
 * @example
 * `accepted ${byWhom({ author: 'ada', reason: 'read it' })}` // 'accepted by ada: read it'
 */
export function byWhom({ author, reason }: ChangeAuthor): string {
  return `by ${author ?? 'somebody'}${reason === null ? '' : `: ${reason}`}`;
}
