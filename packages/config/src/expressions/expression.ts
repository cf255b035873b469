import { toMessage } from '@toolmark/annotations';
import { RE2JS } from 're2js';

/** A regular expression that takes no longer for a text than the text is long, whatever both are. */
export interface Expression {
  /** Whether it is found somewhere in the text. */
  readonly test: (text: string) => boolean;
  /** How many steps a character of a text takes at worst. */
  readonly size: number;
}

/** A larger one would keep everybody waiting: a count in braces repeats what it counts. */
export const MAX_SIZE = 1_000;

/**
 * In the syntax of RE2, where a character can also be written as in JSON: `\u00e9`, `\u{1f600}`. Unicode counts, case does.
 *
 * @example
 * createExpression('^prod-').test('prod-7') // true
 * @throws where it is none; `expressionProblem` says so beforehand
 */
export function createExpression(pattern: string): Expression {
  const compiled = RE2JS.compile(pattern.replaceAll(ESCAPE, toRe2));
  return { test: (text) => compiled.test(text), size: compiled.programSize() };
}

/** Any escape, so that what follows an escaped backslash is not taken for one. */
const ESCAPE = /\\(?:u\{(?<long>[\da-f]+)\}|u(?<short>(?!d[89a-f])[\da-f]{4})|[\s\S])/gi;

/** Half a surrogate pair stays as it is, which RE2 refuses: it would be found nowhere. */
function toRe2(written: string, long: string | undefined, short: string | undefined): string {
  const code = long ?? short;
  return code === undefined ? written : `\\x{${code}}`;
}

/** Why something is no expression that can be asked for, for who wrote it. */
export function expressionProblem(pattern: string): string | undefined {
  try {
    const { size } = createExpression(pattern);
    if (size <= MAX_SIZE) return undefined;
    return `is not supported: it is too large (${size} steps for each character, at most ${MAX_SIZE}); count less in {}`;
  } catch (error) {
    const why = toMessage(error).replace(/^error parsing regexp: /, '');
    return isKnownToJavaScript(pattern) ? `is not supported: ${why}${WITHOUT}` : `is no regular expression: ${why}`;
  }
}

const WITHOUT = '; expressions are those of RE2, without lookahead, lookbehind and backreferences';

function isKnownToJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
