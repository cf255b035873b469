import type { ArgumentMatcher } from '../../config/policy-config.ts';
import type { JsonObject } from '../../rpc.ts';
import type { PolicyCall } from '../facts.ts';
import type { CallCondition, Polarity } from './condition.ts';
import { sameJson } from './json-equal.ts';
import { createJsonPath, type JsonPath } from './json-path.ts';
import { showCompared } from './show-compared.ts';

/** Of a longer text nobody knows how long an expression takes. */
export const MAX_TEXT = 10_000;

/** `$.action equals "delete"`. What the arguments are is never said, only what they were compared with. */
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
  const isCertain = certainTest(matcher, polarity);
  const isUnsure = 'matches' in matcher ? isLongText : never;
  const counts = (node: unknown): boolean => (isUnsure(node) ? isStrict : isCertain(node));
  return {
    says,
    test: (call) => {
      const nodes = find(call);
      if (nodes === undefined) return isStrict;
      return nodes.length > 0 && (isStrict ? nodes.some(counts) : nodes.every(counts));
    },
    unless: (call) => {
      const nodes = find(call);
      if (nodes === undefined) return tooMuch(path);
      if (nodes.some(isUnsure)) return tooLong(path);
      return nodes.length === 0 ? `${path} is not there` : saysNot;
    },
    aside: (call) => {
      const nodes = find(call);
      if (nodes === undefined) return tooMuch(path);
      return nodes.some((node) => !isUnsure(node) && isCertain(node)) ? undefined : tooLong(path);
    },
  };
}

/** Servers take a call without arguments for one with none in it. */
export const NO_ARGUMENTS: JsonObject = Object.freeze({});

type Comparison = Exclude<ArgumentMatcher, { readonly exists: boolean }>;

function certainTest(matcher: Comparison, polarity: Polarity): (node: unknown) => boolean {
  if ('equals' in matcher) return sameJson(matcher.equals, polarity);
  if ('in' in matcher) {
    const tests = matcher.in.map((wanted) => sameJson(wanted, polarity));
    return (node) => tests.some((isSame) => isSame(node));
  }
  const expression = new RegExp(matcher.matches, 'u');
  return (node) => typeof node === 'string' && expression.test(node);
}

const isLongText = (node: unknown): boolean => typeof node === 'string' && node.length > MAX_TEXT;
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
