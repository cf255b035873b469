import { oneLine } from '../limits.ts';

const OPENING = '([{';
const CLOSING = ')]}';

export interface ScanRules {
  /** String delimiters, the longest first. */
  readonly quotes: readonly string[];
  /** The start of a line comment. */
  readonly comment: string;
  /** Characters that end an expression outside brackets. */
  readonly ends: string;
}

/** The expression at a position, up to the end of its statement or enclosing brackets. */
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
