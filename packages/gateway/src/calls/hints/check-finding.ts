import type { DefinitionCheck } from '@toolmark/config';

/** A suspicious part of a tool, found by a check. */
export interface CheckFinding {
  readonly kind: DefinitionCheck;
  /** A sentence. */
  readonly message: string;
  /** Identifies the finding if its message varies, for example with a size in it. */
  readonly about?: string;
}

/** Makes a sentence of a clause. */
export const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
