import { err, ok } from '@toolmark/annotations';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Policy } from '../../model/policy.ts';
import { NEW_SESSION, type PolicyCall } from '../../model/policy-call.ts';
import type { PolicyTools } from '../../policy/create-policy.ts';
import { toSessionFacts } from '../../policy/session-facts.ts';
import type { PolicyService, RestDeps } from './deps.ts';
import { findTool } from './find.ts';

type PolicyAnswers = Pick<PolicyService, 'forTool' | 'explain'>;

/**
 * Answers questions about the policy with hypothetical calls, in a new session or one with the given facts.
 */
export function createPolicyAnswers(
  { policy, policyTools }: { readonly policy: () => Policy; readonly policyTools: PolicyTools },
  deps: Pick<RestDeps, 'servers' | 'catalog'>,
): PolicyAnswers {
  const toHypotheticalCall = (tool: CatalogTool, rest: Partial<PolicyCall> = {}): PolicyCall => ({
    tool: policyTools.of(tool),
    arguments: undefined,
    caller: { principal: 'local', client: null, mode: 'direct' },
    session: NEW_SESSION,
    ...rest,
  });
  return {
    forTool: (tool) => {
      const { kind, rule } = policy().decide(toHypotheticalCall(tool));
      return { decision: kind, rule };
    },
    explain: (
      { server, tool, arguments: given, client = null, token, mode = 'direct', variant, session },
      principal,
    ) => {
      const found = findTool(deps, server, tool);
      if (found.kind === 'none') return err(found);
      const caller = { principal: token ?? principal, client, mode, variant };
      const facts = { arguments: given, caller, session: toSessionFacts(session) };
      return ok(policy().explain(toHypotheticalCall(found.tool, facts)));
    },
  };
}
