import { isMarkerAt } from './marker.ts';
import { commandStart, maskSecret } from './mask-secret.ts';
import type { NameKind } from './names.ts';
import type { Redacted } from './shape.ts';
import { endOfBrackets, endOfLine, endOfQuoted, endOfWord } from './spans.ts';
import { isReference, isSecretText, isTalk } from './values.ts';

/**
 * Redacts values next to the name of a secret: `name=value` of environment files and query strings, `name: value` of
 * headers and YAML, `"name":"value"` of JSON, also inside a string, `--name value` of command lines,
 * `<name>value</name>`, and `name: x, value: y` of lists.
 *
 * Finds names by `hint`, a global regular expression, and expands from there. Reads every character once, so it takes
 * linear time.
 */
export function redactPairs(text: string, hint: RegExp, kindOf: (name: string) => NameKind | undefined): Redacted {
  let shown = '';
  let done = 0;
  let count = 0;
  hint.lastIndex = 0;
  for (let found = hint.exec(text); found !== null; found = hint.exec(text)) {
    const name = nameAround(text, found.index, hint.lastIndex);
    // No name is that long, but its end may be one.
    if (name.end - hint.lastIndex >= MAX_SIDE) continue;
    hint.lastIndex = name.end;
    const kind = kindOf(text.slice(name.start, name.end));
    const value = kind === undefined ? undefined : valueBeside(text, name, kind);
    if (value === undefined) continue;
    const end = secretEnd(text, value, text.slice(name.start, name.end));
    // A command in a value is treated as text: it may contain a secret.
    hint.lastIndex = Math.max(hint.lastIndex, end);
    const masked = maskSecret(text.slice(value.start, end));
    if (masked.count === 0) continue;
    const quote = end === value.end ? value.quote : '';
    shown += `${text.slice(done, value.start)}${quote}${masked.text}${quote}`;
    done = end;
    count += masked.count;
  }
  return count === 0 ? { text, count } : { text: shown + text.slice(done), count };
}

/** Where the secret part of a value ends: before a command. The parts of a cookie look like commands, but are not. */
function secretEnd(text: string, { start, end }: Value, name: string): number {
  if (/cookies?$/i.test(name)) return end;
  const value = text.slice(start, end);
  // An unquoted value is one word; only what follows shows whether it is part of a command line.
  const isFollowed = FOLLOWED.test(text.slice(end, end + MAX_SIDE));
  return start + Math.min(value.length, commandStart(isFollowed ? `${value} ` : value));
}

const FOLLOWED = /^[ \t]+\S/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The range of a value, and the quotes its replacement needs: none if it has its own. */
interface Value extends Span {
  readonly quote: string;
}

/** The longest name searched on either side. Without a limit, a long run of letters would take quadratic time. */
const MAX_SIDE = 64;

function nameAround(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (from - start < MAX_SIDE && isNamePart(text.charCodeAt(start - 1))) start--;
  while (end - to < MAX_SIDE && isNamePart(text.charCodeAt(end))) end++;
  // Skip the n of \n and the digits of %26 before a name.
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

/** The separator between a name and its value. Group 1 is the name's closing quote, group 2 the separator. */
const SEPARATOR =
  /(\\{0,15}["'`])?(?:\]|%5D)?\*{0,3}[ \t]{0,16}(\?:|:=|=>|=(?![=~])|:(?!:)|%3D(?!%3D))\*{0,3}[ \t]{0,16}/iy;
/** `"name": "password", "value": `, with the short separators found in lists of variables and headers. */
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

/** A quoted text or a word. */
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

/** Decided by its beginning: the replacement is read again, and must not be scanned to its end each time. */
function isWorthTaking(text: string, from: number, kind: NameKind): boolean {
  if (isMarkerAt(text, from)) return false;
  const beginning = text.slice(from, endOfWord(text, from, MAX_DECIDING));
  return isTaken(kind, beginning) && !isTalk(beginning);
}

/** Enough for every reference, and for base64 of a name and a password. */
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
