import { oneLine } from '../limits.ts';

const OPENING = '([{';
const CLOSING = ')]}';

export interface ScanRules {
  /** What begins and ends texts, the longest first. */
  readonly quotes: readonly string[];
  /** What begins a comment that goes on to the end of the line. */
  readonly comment: string;
  /** What ends an expression outside of all brackets. */
  readonly ends: string;
}

/** The expression that begins at a position: to the end of the statement, or of the brackets that it is in. */
export function expressionFrom(text: string, start: number, rules: ScanRules): string | null {
  const found = oneLine(text.slice(start, endOfExpression(text, start, rules)));
  return found === '' ? null : found;
}

export function endOfExpression(text: string, start: number, rules: ScanRules): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const quote = rules.quotes.find((each) => text.startsWith(each, at));
    const char = text[at] ?? '';
    if (quote !== undefined) {
      at = endOfText(text, at + quote.length, quote);
      continue;
    }
    if (text.startsWith(rules.comment, at)) {
      const end = text.indexOf('\n', at);
      if (depth === 0) return at;
      at = end < 0 ? text.length : end;
      continue;
    }
    if (char === '\\') {
      at += 2;
      continue;
    }
    if (OPENING.includes(char)) depth += 1;
    if (CLOSING.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && rules.ends.includes(char))) return at;
    at += 1;
  }
  return text.length;
}

function endOfText(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return text.length;
}
