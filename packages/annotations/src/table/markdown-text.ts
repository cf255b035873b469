/*
 * How a text stands in a line of Markdown so that the same text comes back: a backslash before what would mean something
 * else, `<br>` for a line break, `&#32;` for what an editor or a terminal would not leave alone. Renders as the text itself.
 */

const DECODED = /\\([\\|<&`#_])|<br\s*\/?>|&#(\d{1,7});/gi;
/** What a terminal would obey or hide: stands there as a reference. */
const HIDDEN = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff`;
const REFERENCED = new RegExp(String.raw`^\s|\s$|[${HIDDEN}]`, 'gu');
const BACKSLASH_WITH_MEANING = new RegExp(String.raw`\\(?=[\\|<&\x60#_\s${HIDDEN}]|$)`, 'gu');
const LAST_CODE_POINT = 0x10_ff_ff;

/** The text that a heading or a cell says. */
export function decodeText(raw: string): string {
  return raw.trim().replace(DECODED, (whole, escaped: string | undefined, code: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (code === undefined) return '\n';
    return Number(code) > LAST_CODE_POINT ? whole : String.fromCodePoint(Number(code));
  });
}

/** Writes a text so that decodeText reads it back, on one line, with nothing in it that a terminal would obey or hide. */
function encodeText(text: string): string {
  return text
    .replace(BACKSLASH_WITH_MEANING, '\\\\')
    .replace(/<(?=br\s*\/?>)/gi, '\\<')
    .replace(/&(?=#\d{1,7};)/g, '\\&')
    .replace(REFERENCED, (character) => (character === '\n' ? '<br>' : toReference(character)));
}

/** A heading's own text; `#` at its end would count as decoration. */
export function encodeHeading(text: string): string {
  return encodeText(text).replace(/(^|\s)(#+)$/, '$1\\$2');
}

/** The text of a heading without the `#` that may close it. */
export function decodeHeading(raw: string): string {
  return decodeText(raw.replace(/(^|\s)#+\s*$/, ''));
}

export const encodeCell = (text: string): string => encodeText(text).replaceAll('|', '\\|');

/** A cell whose text is meant to the letter, so its backticks are no formatting. */
export const encodePlainCell = (text: string): string => encodeCell(text).replaceAll('`', '\\`');

/** A text in backticks, where it can stand there: nothing but a pipe can be escaped between them. */
export function encodeCode(text: string): string {
  return /^[^\s\\|`\p{Cc}\p{Bidi_Control}\u200b\u2060]+(?: [^\s\\|`\p{Cc}\p{Bidi_Control}\u200b\u2060]+)*$/u.test(text)
    ? `\`${text}\``
    : encodePlainCell(text);
}

/** Reads a cell that is one code span to the letter, and any other as text. */
export function decodePlainCell(raw: string): string {
  const [, code] = /^`([^`]+)`$/.exec(raw.trim()) ?? [];
  return code === undefined ? decodeText(raw) : code.replaceAll('\\|', '|').trim();
}

/** A character as Markdown can name it. */
export const toReference = (character: string): string => `&#${character.codePointAt(0)};`;

/** The cells of a row, still encoded. A pipe behind an odd number of backslashes belongs to its cell. */
export function splitCells(row: string): readonly string[] {
  const inner = row.trim().slice(1, -1);
  return inner.split(/(?<=(?<!\\)(?:\\\\)*)\|/).map((cell) => cell.trim());
}
