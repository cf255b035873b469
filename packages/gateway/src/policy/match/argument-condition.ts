import type { JsonObject } from '@toolmark/base';
import { type ArgumentMatcher, createExpression, createJsonPath, type JsonPath } from '@toolmark/config';
import type { PolicyCall } from '../../model/policy-call.ts';
import type { CallCondition, Polarity } from './condition.ts';
import { equalTo } from './json-equal.ts';
import { showCompared } from './show-compared.ts';
import { formsOf } from './text.ts';

/** Longer texts are not searched, since that would block other calls. */
export const MAX_TEXT = 10_000;
/** Limit for all texts at a path: characters times steps for each. Half a second in the worst case. */
const MAX_STEPS = 10_000_000;

/** `$.action equals "delete"`. Explanations contain the compared value, never the arguments. */
export function argumentCondition(
  path: string,
  matcher: ArgumentMatcher,
  polarity: Polarity,
  pathOf: (path: string) => JsonPath = createJsonPath,
): CallCondition {
  const { nodesOf } = pathOf(path);
  const find = (call: PolicyCall): readonly unknown[] | undefined => nodesOf(call.arguments ?? NO_ARGUMENTS);
  const isStrict = polarity === 'strict';
  const { says, saysNot } = wordsFor(path, matcher);
  if ('exists' in matcher) {
    return {
      says,
      test: (call) => {
        const nodes = find(call);
        return nodes === undefined ? isStrict : nodes.length > 0 === matcher.exists;
      },
      unless: (call) => (find(call) === undefined ? tooMuch(path) : saysNot),
      aside: (call) => (find(call) === undefined ? tooMuch(path) : undefined),
    };
  }
  const { isCertain, isUnsure } = comparison(matcher, polarity);
  return {
    says,
    test: (call) => {
      const nodes = find(call);
      if (nodes === undefined || isUnsure(nodes)) return isStrict;
      return nodes.length > 0 && (isStrict ? nodes.some(isCertain) : nodes.every(isCertain));
    },
    unless: (call) => {
      const nodes = find(call);
      if (nodes === undefined) return tooMuch(path);
      if (isUnsure(nodes)) return tooLong(path);
      return nodes.length === 0 ? `${path} is not there` : saysNot;
    },
    aside: (call) => {
      const nodes = find(call);
      if (nodes === undefined) return tooMuch(path);
      return isUnsure(nodes) ? tooLong(path) : undefined;
    },
  };
}

/** A call without arguments counts as one with an empty object. */
export const NO_ARGUMENTS: JsonObject = Object.freeze({});

interface Comparison {
  readonly isCertain: (node: unknown) => boolean;
  /** Whether the nodes exceed the limits. */
  readonly isUnsure: (nodes: readonly unknown[]) => boolean;
}

function comparison(matcher: Exclude<ArgumentMatcher, { readonly exists: boolean }>, polarity: Polarity): Comparison {
  if ('equals' in matcher) return { isCertain: equalTo(matcher.equals, polarity), isUnsure: never };
  if ('in' in matcher) {
    const tests = matcher.in.map((wanted) => equalTo(wanted, polarity));
    return { isCertain: (node) => tests.some((isSame) => isSame(node)), isUnsure: never };
  }
  const expressions = formsOf(matcher.matches, polarity).map(createExpression);
  const size = expressions.reduce((sum, expression) => sum + expression.size, 0);
  return {
    isCertain: (node) =>
      typeof node === 'string' &&
      formsOf(node, polarity).some((text) => expressions.some((expression) => expression.test(text))),
    isUnsure: (nodes) => {
      let length = 0;
      for (const node of nodes) {
        if (typeof node !== 'string') continue;
        if (node.length > MAX_TEXT) return true;
        length += node.length;
      }
      return length * size > MAX_STEPS;
    },
  };
}

const never = (): boolean => false;

const tooMuch = (path: string): string => `there is too much in its arguments to look for ${path}`;
const tooLong = (path: string): string => `a text at ${path} is too long to be looked through`;

function wordsFor(path: string, matcher: ArgumentMatcher): { readonly says: string; readonly saysNot: string } {
  if ('exists' in matcher) {
    const [is, isNot] = [`${path} is there`, `${path} is not there`];
    return matcher.exists ? { says: is, saysNot: isNot } : { says: isNot, saysNot: is };
  }
  if ('equals' in matcher) {
    const wanted = showCompared(path, matcher.equals);
    return { says: `${path} is ${wanted}`, saysNot: `${path} is not ${wanted}` };
  }
  if ('in' in matcher) {
    const wanted = showCompared(path, matcher.in);
    return { says: `${path} is one of ${wanted}`, saysNot: `${path} is none of ${wanted}` };
  }
  const wanted = showCompared(path, matcher.matches);
  return { says: `${path} matches ${wanted}`, saysNot: `${path} does not match ${wanted}` };
}
