import { isPlainText, withoutUnseen } from '../characters/hidden-characters.ts';
import { toLatin } from '../characters/to-latin.ts';

/**
 * Normalizes a text the way a model reads it: removes invisible characters and emphasis, replaces lookalike letters,
 * lower case, one line.
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
