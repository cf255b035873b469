import type { CallMatcher, JsonPath } from '@toolmark/config';
import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';
import { callConditions } from './call-conditions.ts';
import type { Polarity } from './condition.ts';
import { toolConditions } from './tool-conditions.ts';
import { allOf } from './words.ts';

/** Which calls are meant, ready to be asked again and again. */
export interface Matcher {
  /** Whether the tool alone decides: what applies to a tool then matches every call of it. */
  readonly isStatic: boolean;
  /** Whether it can match any call of the tool. */
  readonly appliesTo: (tool: PolicyTool) => boolean;
  readonly matches: (call: PolicyCall) => boolean;
  /** The same for who knows already that it applies to the tool. */
  readonly matchesRest: (call: PolicyCall) => boolean;
  /** What matched, as part of a sentence; `undefined` where nothing was asked for. */
  readonly because: (call: PolicyCall) => string | undefined;
  /** The first thing that did not match, as part of a sentence; `undefined` where everything does. */
  readonly objection: (call: PolicyCall) => string | undefined;
}

/**
 * `lenient` is for matchers that let calls pass, `strict` for all others; they differ where a path finds several values, or more
 * than can be looked at, and where texts only look the same. Who makes many of them hands over a `createPathReader()` for all.
 *
 * @example
 * createMatcher({ tool: ['delete_*'] }, 'strict').appliesTo(tool)
 * @throws where a path is no JSONPath or an expression none; both are found when a config is read
 */
export function createMatcher(matcher: CallMatcher, polarity: Polarity, pathOf?: (path: string) => JsonPath): Matcher {
  const ofTool = toolConditions(matcher, polarity);
  const ofCall = callConditions(matcher, polarity, pathOf);
  const appliesTo = (tool: PolicyTool): boolean => ofTool.every(({ test }) => test(tool));
  const [only, ...others] = ofCall;
  // Nearly every rule asks for one thing; a thousand of them notice a detour.
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
