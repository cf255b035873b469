import type { DefinitionCheck } from '@toolmark/config';

/** Something about a tool that does not look right. */
export interface CheckFinding {
  readonly kind: DefinitionCheck;
  /** A sentence. */
  readonly message: string;
  /** What stays the same where the sentence is another one each time, such as one with a size in it. */
  readonly about?: string;
}

/** Half a sentence as a whole one. */
export const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
