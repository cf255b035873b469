import { markerEnd } from './marker.ts';

const BACKSLASH = 92;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Where a quoted text ends that begins at `from`, after `quote`, which may have backslashes before it: in JSON within a string, `\"`
 * is the quote and `\\\"` a quote inside. A text that is never closed ends with its line.
 */
export function endOfQuoted(text: string, from: number, quote: string): number {
  const mark = quote.charCodeAt(quote.length - 1);
  let slashes = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return at;
    if (code === mark && isSameLevel(slashes, quote)) return quote.length > 1 ? at - slashes : at;
    slashes = code === BACKSLASH ? slashes + 1 : 0;
  }
  return text.length;
}

/** Where an object or array of JSON ends that begins at `from`, and whose strings have this quote. One without an end is all the rest. */
export function endOfBrackets(text: string, from: number, quote: string): number {
  BRACKETS.lastIndex = from;
  let depth = 0;
  let isInString = false;
  for (let found = BRACKETS.exec(text); found !== null; found = BRACKETS.exec(text)) {
    const [token] = found;
    if (token.endsWith('"')) {
      if (isSameLevel(token.length - 1, quote)) isInString = !isInString;
    } else if (!isInString) {
      depth += token === '{' || token === '[' ? 1 : -1;
      if (depth === 0) return BRACKETS.lastIndex;
    }
  }
  return text.length;
}

const BRACKETS = /\\*"|[{}[\]]/g;

/** Whether a quote after so many backslashes is of the level of `quote`, or of one around it. */
function isSameLevel(slashes: number, quote: string): boolean {
  return quote.length === 1 ? slashes % 2 === 0 : slashes < quote.length;
}

/**
 * Where a value without quotes ends: before a blank, a quote, an escaped line end, before `&name=` or `,name:` of the next pair. What
 * closes brackets is not part of it. Reads no more than `limit` characters.
 */
export function endOfWord(text: string, from: number, limit: number = text.length): number {
  const last = Math.min(text.length, from + limit);
  let end = from;
  let closed = from;
  while (end < last) {
    // A marker has blanks and a bracket of its own: cut in the middle, it would be redacted again.
    const marker = text.charAt(end) === '[' ? markerEnd(text, end) : undefined;
    if (marker !== undefined) {
      end = marker;
      closed = marker;
      continue;
    }
    PIECE.lastIndex = end;
    if (!PIECE.test(text)) break;
    end = Math.min(PIECE.lastIndex, last);
  }
  while (end > closed && CLOSING.has(text.charAt(end - 1))) end--;
  return end;
}

/** A stretch of characters, bounded so that no more is read than is asked for, or one that only sometimes ends a value. */
const PIECE = /[^\s"'`<>\\&;,%[]{1,64}|\[|\\(?![nrtu"'\\])|[&;,](?![A-Za-z_][\w.-]{0,63}[=:])|%(?!26)/y;
const CLOSING: ReadonlySet<string> = new Set(',;:)]}');

/** Where the value of a header ends, which may have blanks: with its line, or the quotes that it is in. */
export function endOfLine(text: string, from: number, quoteBefore: string): number {
  LINE.lastIndex = from;
  const [line = ''] = LINE.exec(text) ?? [];
  const closed = quoteBefore === "'" || quoteBefore === '`' ? line.indexOf(quoteBefore) : -1;
  let end = closed === -1 ? line.length : closed;
  while (end > 0 && (line.charAt(end - 1) === '\\' || line.charAt(end - 1) === ' ')) end--;
  return from + end;
}

const LINE = /(?:="[^"\r\n]*"|[^\r\n"\\]|\\(?![nr"]))*/y;
