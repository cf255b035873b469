import { toNumber } from '@toolmark/base';
import type { ArgumentMatcher, CallMatcher, JsonPath } from '@toolmark/config';
import { formsOf } from './match/text.ts';

/** What has to be among a call's arguments for a rule to match it, if not all that has to. */
export interface Gate {
  readonly path: string;
  readonly nodesOf: JsonPath['nodesOf'];
  /** One of the keys of what is at the path has to be among them. */
  readonly values: readonly unknown[];
}

/** `undefined` for rules that want no certain value, or one that is not found by itself: a list or an object. */
export function gateOf({ arguments: args = {} }: CallMatcher, pathOf: (path: string) => JsonPath): Gate | undefined {
  for (const [path, matcher] of Object.entries(args)) {
    const values = valuesOf(matcher);
    if (values?.every(isPrimitive)) return { path, nodesOf: pathOf(path).nodesOf, values: values.flatMap(keysOf) };
  }
  return undefined;
}

function valuesOf(matcher: ArgumentMatcher): readonly unknown[] | undefined {
  if ('equals' in matcher) return [matcher.equals];
  return 'in' in matcher ? matcher.in : undefined;
}

const isPrimitive = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Under which a value is filed, and found again: all forms of a text. */
export const keysOf = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? formsOf(value, 'strict') : [toNumber(value)];
