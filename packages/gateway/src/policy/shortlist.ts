import type { PolicyCall } from '../model/policy-call.ts';
import type { CompiledRule } from './compile-rule.ts';
import { type Gate, keysOf } from './gate.ts';
import { NO_ARGUMENTS } from './match/argument-condition.ts';

/** The first of some rules that matches a call. */
export type FindRule = (call: PolicyCall) => CompiledRule | undefined;

/**
 * Finds the first of many rules that matches without asking each. Rules that want a certain value at a path are filed under it: the
 * value in the call leads to the few that can match, and all others are never looked at.
 */
export function createShortlist(rules: readonly CompiledRule[]): FindRule {
  const lanes = lanesOf(rules);
  const others = [...rules.keys()].filter((at) => rules[at]?.gate === undefined);
  const all = [...rules.keys()];
  return (call) => {
    const args = call.arguments ?? NO_ARGUMENTS;
    let first = rules.length;
    for (const lane of lanes) {
      const nodes = lane.nodesOf(args);
      // What cannot be looked through may match any of them.
      if (nodes === undefined) return rules[firstOf(rules, all, call, rules.length)];
      for (const node of nodes)
        for (const key of keysOf(node)) first = firstOf(rules, lane.filed.get(key) ?? NONE, call, first);
    }
    return rules[firstOf(rules, others, call, first)];
  };
}

/** Places of rules in their order. */
type Places = readonly number[];

/** All rules that want a certain value at one path. */
interface Lane {
  readonly nodesOf: Gate['nodesOf'];
  readonly filed: ReadonlyMap<unknown, Places>;
}

const NONE: Places = [];

function lanesOf(rules: readonly CompiledRule[]): readonly Lane[] {
  const lanes = new Map<string, Lane & { readonly filed: Map<unknown, number[]> }>();
  for (const [at, { gate }] of rules.entries()) {
    if (gate === undefined) continue;
    const lane = lanes.get(gate.path) ?? { nodesOf: gate.nodesOf, filed: new Map() };
    lanes.set(gate.path, lane);
    for (const value of new Set(gate.values)) {
      const places = lane.filed.get(value);
      if (places === undefined) lane.filed.set(value, [at]);
      else places.push(at);
    }
  }
  return [...lanes.values()];
}

/** The first place before another at which a rule matches, or that other. */
function firstOf(rules: readonly CompiledRule[], places: Places, call: PolicyCall, before: number): number {
  for (const at of places) {
    if (at >= before) return before;
    if (rules[at]?.matcher.matchesRest(call)) return at;
  }
  return before;
}
