import type { CallMatcher, JsonPath } from '@toolmark/config';
import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';
import { callConditions } from './call-conditions.ts';
import type { Polarity } from './condition.ts';
import { toolConditions } from './tool-conditions.ts';
import { allOf } from './words.ts';

/** A compiled matcher of calls. */
export interface Matcher {
  /** Whether it depends on the tool alone: if it applies to a tool, it matches every call of it. */
  readonly isStatic: boolean;
  /** Whether it can match any call of the tool. */
  readonly appliesTo: (tool: PolicyTool) => boolean;
  readonly matches: (call: PolicyCall) => boolean;
  /** Like `matches`, for a call of a tool that it applies to. */
  readonly matchesRest: (call: PolicyCall) => boolean;
  /** The conditions that matched, as a clause; `undefined` if it has none. */
  readonly because: (call: PolicyCall) => string | undefined;
  /** The first condition that did not match, as a clause; `undefined` if all match. */
  readonly objection: (call: PolicyCall) => string | undefined;
}

/**
 * Use `lenient` for matchers that allow calls, `strict` for all others. They differ if a path finds several values or too many, and if
 * texts only look the same. For many matchers, pass one `createPathReader()` to all.
 *
 * @example
 * createMatcher({ tool: ['delete_*'] }, 'strict').appliesTo(tool)
 * @throws on an invalid JSONPath or regular expression; reading a config finds both
 */
export function createMatcher(matcher: CallMatcher, polarity: Polarity, pathOf?: (path: string) => JsonPath): Matcher {
  const ofTool = toolConditions(matcher, polarity);
  const ofCall = callConditions(matcher, polarity, pathOf);
  const appliesTo = (tool: PolicyTool): boolean => ofTool.every(({ test }) => test(tool));
  const [only, ...others] = ofCall;
  // A fast path: nearly every rule has a single condition, and there may be a thousand rules.
  const matchesRest =
    only !== undefined && others.length === 0
      ? only.test
      : (call: PolicyCall) => ofCall.every(({ test }) => test(call));
  const said = [...ofTool, ...ofCall].map(({ says }) => says);
  const plain = said.length === 0 ? undefined : allOf(said);
  const hasAsides = ofCall.some(({ aside }) => aside !== undefined);
  return {
    isStatic: ofCall.length === 0,
    appliesTo,
    matches: (call) => appliesTo(call.tool) && matchesRest(call),
    matchesRest,
    because: (call) => {
      if (!hasAsides) return plain;
      return allOf([...ofTool.map(({ says }) => says), ...ofCall.map(({ says, aside }) => aside?.(call) ?? says)]);
    },
    objection: (call) =>
      ofTool.find(({ test }) => !test(call.tool))?.unless(call.tool) ??
      ofCall.find(({ test }) => !test(call))?.unless(call),
  };
}
