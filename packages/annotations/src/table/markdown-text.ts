/*
 * Encodes text for one line of Markdown so that it can be decoded exactly: a backslash before special characters,
 * `<br>` for a line break, `&#32;` for spaces that editors or terminals would change. It renders as the original text.
 */

const DECODED = /\\([\\|<&`#_])|<br\s*\/?>|&#(\d{1,7});/gi;
/** Characters that a terminal would interpret or hide; written as character references. */
const HIDDEN = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff`;
const REFERENCED = new RegExp(String.raw`^\s|\s$|[${HIDDEN}]`, 'gu');
const BACKSLASH_WITH_MEANING = new RegExp(String.raw`\\(?=[\\|<&\x60#_\s${HIDDEN}]|$)`, 'gu');
const LAST_CODE_POINT = 0x10_ff_ff;

/** The decoded text of a heading or cell. */
export function decodeText(raw: string): string {
  return raw.trim().replace(DECODED, (whole, escaped: string | undefined, code: string | undefined) => {
    if (escaped !== undefined) return escaped;
    if (code === undefined) return '\n';
    return Number(code) > LAST_CODE_POINT ? whole : String.fromCodePoint(Number(code));
  });
}

/** Encodes a text for decodeText: on one line, without characters that a terminal would interpret or hide. */
function encodeText(text: string): string {
  return text
    .replace(BACKSLASH_WITH_MEANING, '\\\\')
    .replace(/<(?=br\s*\/?>)/gi, '\\<')
    .replace(/&(?=#\d{1,7};)/g, '\\&')
    .replace(REFERENCED, (character) => (character === '\n' ? '<br>' : toReference(character)));
}

/** Encodes a heading; a trailing `#` would count as decoration. */
export function encodeHeading(text: string): string {
  return encodeText(text).replace(/(^|\s)(#+)$/, '$1\\$2');
}

/** The text of a heading without a closing `#`. */
export function decodeHeading(raw: string): string {
  return decodeText(raw.replace(/(^|\s)#+\s*$/, ''));
}

export const encodeCell = (text: string): string => encodeText(text).replaceAll('|', '\\|');

/** Encodes literal text, in which backticks are not formatting. */
export const encodePlainCell = (text: string): string => encodeCell(text).replaceAll('`', '\\`');

/** Encodes a text in backticks if possible: between them only a pipe can be escaped. */
export function encodeCode(text: string): string {
  return /^[^\s\\|`\p{Cc}\p{Bidi_Control}\u200b\u2060]+(?: [^\s\\|`\p{Cc}\p{Bidi_Control}\u200b\u2060]+)*$/u.test(text)
    ? `\`${text}\``
    : encodePlainCell(text);
}

/** Reads a cell literally if it is one code span, else as text. */
export function decodePlainCell(raw: string): string {
  const [, code] = /^`([^`]+)`$/.exec(raw.trim()) ?? [];
  return code === undefined ? decodeText(raw) : code.replaceAll('\\|', '|').trim();
}

/** The character reference of a character. */
export const toReference = (character: string): string => `&#${character.codePointAt(0)};`;

/** The cells of a row, still encoded. A pipe after an odd number of backslashes is part of the cell. */
export function splitCells(row: string): readonly string[] {
  const inner = row.trim().slice(1, -1);
  return inner.split(/(?<=(?<!\\)(?:\\\\)*)\|/).map((cell) => cell.trim());
}
