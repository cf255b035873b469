import type { CallDecision } from '@toolmark/api-contract';
import { memoizeByObject } from '@toolmark/base';
import { createPathReader, type PolicyConfig } from '@toolmark/config';
import type { CatalogTool } from '../model/catalog.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyCall, PolicyTool, ToolStanding } from '../model/policy-call.ts';
import { BUILT_IN_RULES, type BuiltInRule } from './built-in-rules.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { decideByDefault } from './default-table.ts';
import { explainCall } from './explain.ts';
import { isAtRisk, weighRisk, writesToOpenWorld } from './session-risk.ts';
import { createShortlist, type FindRule } from './shortlist.ts';

/**
 * Creates a policy from its config: pure, total and deterministic, by the rules of SPEC.md. The part that depends on the tool alone is
 * computed once per `PolicyTool` object, so that a thousand rules cost a call next to nothing: `createPolicyTools` gives the same
 * object for an unchanged tool.
 *
 * @example
 * createPolicy(config.policy).decide({ tool, arguments: { id: 1 }, caller, session }) // { kind: 'ask', rule: 'default: destructive', … }
 */
export function createPolicy(config: PolicyConfig): Policy {
  const pathOf = createPathReader();
  const rules = config.rules.map((rule) => compileRule(rule, pathOf));
  const rulesFor = memoizeByObject((tool: PolicyTool) => toToolRules(tool, rules, config));
  const decide = (call: PolicyCall): CallDecision => {
    const { builtIn, findRule, otherwise, isRisky } = rulesFor(call.tool);
    for (const rule of builtIn) {
      const decision = rule.decide(call);
      if (decision !== undefined) return decision;
    }
    const decision = (findRule(call)?.decide ?? otherwise)(call);
    return isRisky && isAtRisk(call.session) ? weighRisk(decision, config.risk) : decision;
  };
  return { decide, explain: (call) => explainCall(call, rules, config) };
}

/** The rules that can decide calls of one tool. */
interface ToolRules {
  readonly builtIn: readonly BuiltInRule[];
  readonly findRule: FindRule;
  /** Decides if no rule was found: the first rule that matches every call of the tool, or the default table. */
  readonly otherwise: CompiledRule['decide'];
  readonly isRisky: boolean;
}

function toToolRules(tool: PolicyTool, rules: readonly CompiledRule[], { defaults }: PolicyConfig): ToolRules {
  const applying = rules.filter(({ matcher }) => matcher.appliesTo(tool));
  const first = applying.findIndex(({ matcher }) => matcher.isStatic);
  const candidates = first === -1 ? applying : applying.slice(0, first);
  const byDefault = decideByDefault(tool, defaults);
  return {
    builtIn: BUILT_IN_RULES.filter((rule) => rule.appliesTo(tool)),
    // Rules after one that matches every call never decide.
    findRule: candidates.length === 0 ? findNone : createShortlist(candidates),
    otherwise: applying[first]?.decide ?? (() => byDefault),
    isRisky: writesToOpenWorld(tool.resolution),
  };
}

const findNone: FindRule = () => undefined;

/** Catalog tools as the policy sees them: the same object for as long as a tool does not change. */
export interface PolicyTools {
  readonly of: (tool: CatalogTool) => PolicyTool;
}

interface StandingsOf {
  readonly of: (tool: CatalogTool) => ToolStanding;
}

export function createPolicyTools(standings: StandingsOf): PolicyTools {
  const known = new WeakMap<CatalogTool, PolicyTool>();
  return {
    of: (tool) => {
      const standing = standings.of(tool);
      const before = known.get(tool);
      if (before?.standing === standing) return before;
      const { server, definition, resolution, curation } = tool;
      const isDisabled = curation.enabled ? {} : { isDisabled: true };
      const policyTool: PolicyTool = { server, name: definition.name, resolution, standing, ...isDisabled };
      known.set(tool, policyTool);
      return policyTool;
    },
  };
}
