import { clip } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';

/** About thirty tokens. */
const MAX_LENGTH = 140;
/** A shorter first sentence says too little: `Note.` */
const MIN_LENGTH = 12;

/**
 * The first sentence of a description, on one line.
 *
 * @example
 * firstSentence('Reads a file.\n\nOnly within allowed directories.') // 'Reads a file.'
 */
export function firstSentence(description: string): string {
  const text = toPrintable(description.slice(0, MAX_LENGTH * 8).replace(/\s+/g, ' ')).trim();
  for (const { index } of text.matchAll(/[.!?](?=\s[^a-z])/g)) {
    if (index >= MIN_LENGTH && index < MAX_LENGTH) return text.slice(0, index + 1);
    if (index >= MAX_LENGTH) break;
  }
  return clip(text, MAX_LENGTH);
}
