import { toNumber } from '@toolmark/base';
import type { ArgumentMatcher, CallMatcher, JsonPath } from '@toolmark/config';
import { formsOf } from './match/text.ts';

/** A necessary condition for a rule to match a call: one of these values at a path of the arguments. Used to index rules. */
export interface Gate {
  readonly path: string;
  readonly nodesOf: JsonPath['nodesOf'];
  /** Index keys; one of those of the value at the path must be among them. */
  readonly values: readonly unknown[];
}

/** `undefined` for a rule that requires no specific value, or one that cannot be an index key: a list or an object. */
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

/** The index keys of a value: all forms of a text. */
export const keysOf = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? formsOf(value, 'strict') : [toNumber(value)];
