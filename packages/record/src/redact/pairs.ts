import { blot, commandStart } from './blot.ts';
import { isMarkerAt } from './marker.ts';
import type { NameKind } from './names.ts';
import type { Redacted } from './shape.ts';
import { endOfBrackets, endOfLine, endOfQuoted, endOfWord } from './spans.ts';
import { isReference, isSecretText, isTalk } from './values.ts';

/**
 * Takes values out of a text that stand beside the name of a secret: `name=value` of environment files and query strings, `name:
 * value` of headers and YAML, `"name":"value"` of JSON, also where that is a string within a string, `--name value` of command
 * lines, `<name>value</name>`, and `name: x, value: y` of lists.
 *
 * Names are found by `hint`, a global expression, and read outwards from there. Nothing is read twice, so the time grows with
 * the text and no faster.
 */
export function redactPairs(text: string, hint: RegExp, kindOf: (name: string) => NameKind | undefined): Redacted {
  let shown = '';
  let done = 0;
  let count = 0;
  hint.lastIndex = 0;
  for (let found = hint.exec(text); found !== null; found = hint.exec(text)) {
    const name = nameAround(text, found.index, hint.lastIndex);
    // Nothing has so long a name, but the end of it may be one.
    if (name.end - hint.lastIndex >= MAX_SIDE) continue;
    hint.lastIndex = name.end;
    const kind = kindOf(text.slice(name.start, name.end));
    const value = kind === undefined ? undefined : valueBeside(text, name, kind);
    if (value === undefined) continue;
    const end = secretEnd(text, value, text.slice(name.start, name.end));
    // A command in a value is read like any other text: there may be a secret in it.
    hint.lastIndex = Math.max(hint.lastIndex, end);
    const blotted = blot(text.slice(value.start, end));
    if (blotted.count === 0) continue;
    const quote = end === value.end ? value.quote : '';
    shown += `${text.slice(done, value.start)}${quote}${blotted.text}${quote}`;
    done = end;
    count += blotted.count;
  }
  return count === 0 ? { text, count } : { text: shown + text.slice(done), count };
}

/** Where the secret in a value ends: before a command. The parts of a cookie are separated like commands, and are none. */
function secretEnd(text: string, { start, end }: Value, name: string): number {
  if (/cookies?$/i.test(name)) return end;
  const value = text.slice(start, end);
  // Without quotes the value is a word, and only what follows it tells whether it is a part of a command line.
  const isFollowed = FOLLOWED.test(text.slice(end, end + MAX_SIDE));
  return start + Math.min(value.length, commandStart(isFollowed ? `${value} ` : value));
}

const FOLLOWED = /^[ \t]+\S/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value is, and the quotes that its replacement needs: none where it has its own. */
interface Value extends Span {
  readonly quote: string;
}

/** No name is longer to either side. Without a limit, a long run of letters would be read again and again. */
const MAX_SIDE = 64;

function nameAround(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (from - start < MAX_SIDE && isNamePart(text.charCodeAt(start - 1))) start--;
  while (end - to < MAX_SIDE && isNamePart(text.charCodeAt(end))) end++;
  // The n of \n before a name is not part of it, nor are the digits of %26.
  ESCAPE.lastIndex = Math.max(0, start - 1);
  const escaped = ESCAPE.test(text) ? ESCAPE.lastIndex : start;
  return { start: escaped <= from ? escaped : start, end };
}

/** Letters, digits, `_` and `-`. */
function isNamePart(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 45;
}

const ESCAPE = /\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}/y;

/** What comes between a name and its value. The first group is the quote that closes the name, the second what separates. */
const SEPARATOR =
  /(\\{0,15}["'`])?(?:\]|%5D)?\*{0,3}[ \t]{0,16}(\?:|:=|=>|=(?![=~])|:(?!:)|%3D(?!%3D))\*{0,3}[ \t]{0,16}/iy;
/** `"name": "password", "value": `, with as little between them as there is in lists of variables and headers. */
const LISTED =
  /(\\{0,15}["'`])?(?:[\s,;]|\\{1,15}[nrt]){1,40}\\{0,15}["'`]?value\\{0,15}["'`]?[ \t]{0,16}[:=][ \t]{0,16}/iy;
const FLAG = /[ \t]{1,16}(?!-)/y;
const OPENING = /\\{0,15}["'`]/y;
const HEADER = /(?:authorization|cookie)$/i;

function valueBeside(text: string, name: Span, kind: NameKind): Value | undefined {
  if (text.charAt(name.end) === '>' && text.charAt(name.start - 1) === '<')
    return elementAfter(text, name.end + 1, kind);
  const separated = matchAt(SEPARATOR, text, name.end);
  if (separated === undefined) {
    const listed =
      matchAt(LISTED, text, name.end) ?? (text.charAt(name.start) === '-' ? matchAt(FLAG, text, name.end) : undefined);
    return listed === undefined ? undefined : plainAt(text, listed.end, kind, '');
  }
  const [, quote = '', separator = ''] = separated.groups;
  const from = separated.end;
  if (quote !== '' && kind === 'secret' && (text.charAt(from) === '{' || text.charAt(from) === '[')) {
    // A marker looks like a list.
    if (isMarkerAt(text, from)) return undefined;
    const end = endOfBrackets(text, from, quote);
    return /[^\s{}[\]]/.test(text.slice(from, end)) ? { start: from, end, quote } : undefined;
  }
  const isHeader = quote === '' && separator === ':' && HEADER.test(text.slice(name.start, name.end));
  if (isHeader && matchAt(OPENING, text, from) === undefined) return lineAt(text, from, text.charAt(name.start - 1));
  // `PASS: test_x` is the result of a test.
  if (kind === 'pass' && quote === '' && separator === ':') return undefined;
  return plainAt(text, from, kind, quote);
}

/** A text in quotes, or else a word. */
function plainAt(text: string, from: number, kind: NameKind, quote: string): Value | undefined {
  const opening = matchAt(OPENING, text, from);
  if (opening === undefined) return wordAt(text, from, kind, quote);
  const end = endOfQuoted(text, opening.end, text.slice(from, opening.end));
  const value = text.slice(opening.end, end);
  return isTaken(kind, value) ? { start: opening.end, end, quote: '' } : undefined;
}

function wordAt(text: string, from: number, kind: NameKind, quote: string): Value | undefined {
  return isWorthTaking(text, from, kind) ? { start: from, end: endOfWord(text, from), quote } : undefined;
}

function lineAt(text: string, from: number, quoteBefore: string): Value | undefined {
  return isWorthTaking(text, from, 'secret')
    ? { start: from, end: endOfLine(text, from, quoteBefore), quote: '' }
    : undefined;
}

/** Decided by its beginning: what is left in its place is read again, and must not be read to its end each time. */
function isWorthTaking(text: string, from: number, kind: NameKind): boolean {
  if (isMarkerAt(text, from)) return false;
  const beginning = text.slice(from, endOfWord(text, from, MAX_DECIDING));
  return isTaken(kind, beginning) && !isTalk(beginning);
}

/** Enough for every reference, and for a name and a password in base64. */
const MAX_DECIDING = 256;

function elementAfter(text: string, from: number, kind: NameKind): Value | undefined {
  const end = text.indexOf('<', from);
  if (end === -1 || text.charAt(end + 1) !== '/' || !isTaken(kind, text.slice(from, end))) return undefined;
  return { start: from, end, quote: '' };
}

const isTaken = (kind: NameKind, value: string): boolean => !isReference(value) && isSecretText(kind, value);

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): { readonly end: number; readonly groups: readonly (string | undefined)[] } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { end: pattern.lastIndex, groups: found };
}
