import type { HitCondition } from '../backend/backend.ts';
import type { DebugError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';

/** The condition of a breakpoint, taken apart: what the debugger evaluates, and at which hits. */
export interface ParsedCondition {
  readonly expression: string | undefined;
  readonly hits: HitCondition | undefined;
}

/** No hit is below zero, so this is never true: 'false' in every language. */
const NEVER: HitCondition = { kind: 'compare', operator: '<', value: 0 };
const FORMS = "'hitCount == 3', 'hitCount >= 10' or 'hitCount % 5 == 0'";

/**
 * Reads a condition: `hitCount <op> N`, `hitCount % N == M`, `true`, `false`, else an expression of the debuggee.
 *
 * @example
 * parseCondition('hitCount % 5 == 0') // { expression: undefined, hits: { kind: 'every', divisor: 5, remainder: 0 } }
 */
export function parseCondition(text: string | undefined): Result<ParsedCondition, DebugError> {
  if (text === undefined) return ok({ expression: undefined, hits: undefined });
  const condition = text.trim();
  if (condition === '') {
    return invalid(text, 'The condition is empty. Leave it out to stop every time, or give an expression.');
  }
  if (condition === 'true') return ok({ expression: undefined, hits: undefined });
  if (condition === 'false') return ok({ expression: undefined, hits: NEVER });
  if (!/^hitCount\b/.test(condition)) return ok({ expression: condition, hits: undefined });
  const hits = parseHits(condition);
  if (hits === undefined) return invalid(text, `'${condition}' is no condition on the hit count. Write ${FORMS}.`);
  return ok({ expression: undefined, hits });
}

/** Whether a hit with this number, the first being 1, is meant. */
export function isMeant(hits: HitCondition | undefined, count: number): boolean {
  if (hits === undefined) return true;
  if (hits.kind === 'every') return count % hits.divisor === hits.remainder;
  switch (hits.operator) {
    case '==':
      return count === hits.value;
    case '!=':
      return count !== hits.value;
    case '<':
      return count < hits.value;
    case '<=':
      return count <= hits.value;
    case '>':
      return count > hits.value;
    case '>=':
      return count >= hits.value;
  }
}

const COMPARE = /^hitCount\s*(===?|!==?|<=?|>=?)\s*(\d{1,9})$/;
const EVERY = /^hitCount\s*%\s*(\d{1,9})\s*===?\s*(\d{1,9})$/;
const OPERATORS = {
  '===': '==',
  '==': '==',
  '!==': '!=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const;

function parseHits(condition: string): HitCondition | undefined {
  const compare = COMPARE.exec(condition);
  if (compare !== null) {
    // The expression admits these operators and no others.
    const operator = OPERATORS[compare[1] as keyof typeof OPERATORS];
    return { kind: 'compare', operator, value: Number(compare[2]) };
  }
  const every = EVERY.exec(condition);
  if (every === null) return undefined;
  const [divisor, remainder] = [Number(every[1]), Number(every[2])];
  return divisor > remainder ? { kind: 'every', divisor, remainder } : undefined;
}

function invalid(condition: string, message: string): Result<never, DebugError> {
  return err({ code: 'INVALID_CONDITION', message, details: { condition } });
}
