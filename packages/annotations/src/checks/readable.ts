import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { toLatin } from '../characters/to-latin.ts';

/**
 * A text as a model takes it in: whatever alphabet, emphasis or invisible characters it is dressed up with, in small letters on
 * one line.
 */
export function toReadable(text: string): string {
  return (isPlainText(text) ? text : toKeyboard(text))
    .toLowerCase()
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function toKeyboard(text: string): string {
  return toLatin(withoutUnseen(text))
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"');
}
