import { markerEnd } from './marker.ts';

const BACKSLASH = 92;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The end of a quoted text that starts at `from`, after `quote`, which may be preceded by backslashes: in JSON within a
 * string, `\"` is the quote and `\\\"` a quote inside. An unclosed text ends with its line.
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

/** The end of a JSON object or array that starts at `from` and uses this quote. An unclosed one extends to the end. */
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

/** Whether a quote after this many backslashes belongs to the level of `quote` or an outer one. */
function isSameLevel(slashes: number, quote: string): boolean {
  return quote.length === 1 ? slashes % 2 === 0 : slashes < quote.length;
}

/**
 * The end of an unquoted value: before a blank, a quote, an escaped line end, and before the `&name=` or `,name:` of
 * the next pair. Excludes closing brackets. Reads at most `limit` characters.
 */
export function endOfWord(text: string, from: number, limit: number = text.length): number {
  const last = Math.min(text.length, from + limit);
  let end = from;
  let closed = from;
  while (end < last) {
    // A marker contains blanks and a bracket: cut in the middle, it would be redacted again.
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

/** A bounded run of characters, or one that only sometimes ends a value. */
const PIECE = /[^\s"'`<>\\&;,%[]{1,64}|\[|\\(?![nrtu"'\\])|[&;,](?![A-Za-z_][\w.-]{0,63}[=:])|%(?!26)/y;
const CLOSING: ReadonlySet<string> = new Set(',;:)]}');

/** The end of a header's value, which may contain blanks: its line end or closing quote. */
export function endOfLine(text: string, from: number, quoteBefore: string): number {
  LINE.lastIndex = from;
  const [line = ''] = LINE.exec(text) ?? [];
  const closed = quoteBefore === "'" || quoteBefore === '`' ? line.indexOf(quoteBefore) : -1;
  let end = closed === -1 ? line.length : closed;
  while (end > 0 && (line.charAt(end - 1) === '\\' || line.charAt(end - 1) === ' ')) end--;
  return from + end;
}

const LINE = /(?:="[^"\r\n]*"|[^\r\n"\\]|\\(?![nr"]))*/y;
