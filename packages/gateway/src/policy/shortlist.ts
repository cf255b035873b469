import type { PolicyCall } from '../model/policy-call.ts';
import type { CompiledRule } from './compile-rule.ts';
import { type Gate, keysOf } from './gate.ts';
import { NO_ARGUMENTS } from './match/argument-condition.ts';

/** Finds the first rule that matches a call. */
export type FindRule = (call: PolicyCall) => CompiledRule | undefined;

/**
 * Finds the first of many rules that matches without testing each. Rules that require certain values at a path are indexed by them, so
 * that the value in a call leads to the few rules that can match.
 */
export function createShortlist(rules: readonly CompiledRule[]): FindRule {
  const indexes = indexByPath(rules);
  const others = [...rules.keys()].filter((at) => rules[at]?.gate === undefined);
  const all = [...rules.keys()];
  return (call) => {
    const args = call.arguments ?? NO_ARGUMENTS;
    let first = rules.length;
    for (const { nodesOf, byValue } of indexes) {
      const nodes = nodesOf(args);
      // Arguments too large for the path may match any rule.
      if (nodes === undefined) return rules[firstOf(rules, all, call, rules.length)];
      for (const node of nodes)
        for (const key of keysOf(node)) first = firstOf(rules, byValue.get(key) ?? NONE, call, first);
    }
    return rules[firstOf(rules, others, call, first)];
  };
}

/** Positions of rules, in order. */
type Positions = readonly number[];

/** The rules that require a value at one path, by that value. */
interface PathIndex {
  readonly nodesOf: Gate['nodesOf'];
  readonly byValue: ReadonlyMap<unknown, Positions>;
}

const NONE: Positions = [];

function indexByPath(rules: readonly CompiledRule[]): readonly PathIndex[] {
  const indexes = new Map<string, { readonly nodesOf: Gate['nodesOf']; readonly byValue: Map<unknown, number[]> }>();
  for (const [at, { gate }] of rules.entries()) {
    if (gate === undefined) continue;
    const index = indexes.get(gate.path) ?? { nodesOf: gate.nodesOf, byValue: new Map() };
    indexes.set(gate.path, index);
    for (const value of new Set(gate.values)) {
      const positions = index.byValue.get(value);
      if (positions === undefined) index.byValue.set(value, [at]);
      else positions.push(at);
    }
  }
  return [...indexes.values()];
}

/** The first of these positions, below `before`, whose rule matches; `before` if there is none. */
function firstOf(rules: readonly CompiledRule[], positions: Positions, call: PolicyCall, before: number): number {
  for (const at of positions) {
    if (at >= before) return before;
    if (rules[at]?.matcher.matchesRest(call)) return at;
  }
  return before;
}
