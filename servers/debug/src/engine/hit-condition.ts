import type { HitCondition } from '../backend/backend.ts';
import type { DebugError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';

/** A parsed breakpoint condition: an expression for the debugger, and a hit condition. */
export interface ParsedCondition {
  readonly expression: string | undefined;
  readonly hits: HitCondition | undefined;
}

/** Never true, because no hit count is negative: the condition 'false' in any language. */
const NEVER: HitCondition = { kind: 'compare', operator: '<', value: 0 };
const FORMS = "'hitCount == 3', 'hitCount >= 10' or 'hitCount % 5 == 0'";

/**
 * Parses a condition: `hitCount <op> N`, `hitCount % N == M`, `true`, `false`, or else an expression in the debuggee's
 * language.
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

/** Whether the hit condition applies to a hit with this number, counted from 1. */
export function matchesHit(hits: HitCondition | undefined, count: number): boolean {
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
    // The pattern allows only these operators.
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
