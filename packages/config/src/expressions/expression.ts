import { toMessage } from '@toolmark/annotations';
import { RE2JS } from 're2js';

/** A regular expression with linear matching time for any pattern and text. */
export interface Expression {
  /** Whether it matches somewhere in the text. */
  readonly test: (text: string) => boolean;
  /** The number of steps per character in the worst case. */
  readonly size: number;
}

/** Larger expressions would block other calls: a repetition count multiplies the program. */
export const MAX_SIZE = 1_000;

/**
 * Compiles an expression in RE2 syntax; characters can also be written as in JSON: `\u00e9`, `\u{1f600}`. Matching is
 * case-sensitive and by code point.
 *
 * @example
 * createExpression('^prod-').test('prod-7') // true
 * @throws if the pattern is invalid; check it with `expressionProblem` first
 */
export function createExpression(pattern: string): Expression {
  const compiled = RE2JS.compile(pattern.replaceAll(ESCAPE, toRe2));
  return { test: (text) => compiled.test(text), size: compiled.programSize() };
}

/** Matches any escape, so that the text after an escaped backslash is not read as one. */
const ESCAPE = /\\(?:u\{(?<long>[\da-f]+)\}|u(?<short>(?!d[89a-f])[\da-f]{4})|[\s\S])/gi;

/** Leaves half a surrogate pair unchanged, which RE2 rejects: it could never match. */
function toRe2(written: string, long: string | undefined, short: string | undefined): string {
  const code = long ?? short;
  return code === undefined ? written : `\\x{${code}}`;
}

/** Returns why a pattern cannot be used, as the end of a sentence for its author. */
export function expressionProblem(pattern: string): string | undefined {
  try {
    const { size } = createExpression(pattern);
    if (size <= MAX_SIZE) return undefined;
    return `is not supported: it is too large (${size} steps for each character, at most ${MAX_SIZE}); count less in {}`;
  } catch (error) {
    const why = toMessage(error).replace(/^error parsing regexp: /, '');
    return isKnownToJavaScript(pattern)
      ? `is not supported: ${why}${SUPPORTED_SYNTAX}`
      : `is not a regular expression: ${why}`;
  }
}

const SUPPORTED_SYNTAX = '; use RE2 syntax, without lookahead, lookbehind and backreferences';

function isKnownToJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
