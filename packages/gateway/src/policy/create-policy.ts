import type { CallDecision } from '@toolmark/api-contract';
import { memoizeByObject } from '@toolmark/base';
import { createPathReader, type PolicyConfig } from '@toolmark/config';
import type { Policy } from '../model/policy.ts';
import type { PolicyCall, PolicyTool } from '../model/policy-call.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { decideByDefault } from './default-table.ts';
import { explainCall } from './explain.ts';
import { type Gate, keysOf } from './gate.ts';
import { NO_ARGUMENTS } from './match/argument-condition.ts';
import { isAtRisk, weighRisk, writesToOpenWorld } from './session-risk.ts';

/**
 * Makes a policy of its config: pure, total and deterministic, by the rules of SPEC.md. What depends on the tool alone is worked
 * out once per tool, so that a thousand rules cost a call next to nothing. The tool is remembered as an object: who asks twice about
 * one hands over the same.
 *
 * @example
 * createPolicy(config.policy).decide({ tool, arguments: { id: 1 }, caller, session }) // { kind: 'ask', rule: 'default: destructive', … }
 */
export function createPolicy(config: PolicyConfig): Policy {
  const pathOf = createPathReader();
  const rules = config.rules.map((rule) => compileRule(rule, pathOf));
  const outlookOf = memoizeByObject((tool: PolicyTool) => toOutlook(tool, rules, config));
  const decide = (call: PolicyCall): CallDecision => {
    for (const rule of BUILT_IN_RULES) {
      const decision = rule.decide(call);
      if (decision !== undefined) return decision;
    }
    const { findRule, otherwise, isRisky } = outlookOf(call.tool);
    const decision = (findRule(call)?.decide ?? otherwise)(call);
    return isRisky && isAtRisk(call.session) ? weighRisk(decision, config.risk) : decision;
  };
  return { decide, explain: (call) => explainCall(call, rules, config) };
}

/** What is known of a tool before it is called. */
interface Outlook {
  /** Among those that may match a call of it. */
  readonly findRule: FindRule;
  /** What is decided where none of them does: by the first rule that matches every call of it, or the default table. */
  readonly otherwise: CompiledRule['decide'];
  readonly isRisky: boolean;
}

function toOutlook(tool: PolicyTool, rules: readonly CompiledRule[], { defaults }: PolicyConfig): Outlook {
  const applying = rules.filter(({ matcher }) => matcher.appliesTo(tool));
  const first = applying.findIndex(({ matcher }) => matcher.isStatic);
  const byDefault = decideByDefault(tool, defaults);
  return {
    // Those behind one that matches everything never have a say.
    findRule: createShortlist(first === -1 ? applying : applying.slice(0, first)),
    otherwise: applying[first]?.decide ?? (() => byDefault),
    isRisky: writesToOpenWorld(tool.resolution),
  };
}

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
