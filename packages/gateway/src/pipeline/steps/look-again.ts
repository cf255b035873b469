import type { CatalogTool } from '../../catalog/catalog.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Step } from '../compose.ts';
import { refusal } from '../refusal.ts';
import type { Subjects } from '../subjects.ts';

export interface LookAgainDeps {
  /** What goes by this name now. */
  readonly toolNow: (exposed: string) => CatalogTool | undefined;
  readonly policy: () => Policy;
  readonly subjects: Subjects;
}

/**
 * A person may take minutes to answer, and a server may use them to become another one. What was approved was the tool as it was:
 * if it would be refused by now, it is.
 */
export function lookAgain({ toolNow, policy, subjects }: LookAgainDeps): Step {
  return function lookAgain(call, next) {
    if (call.approval === undefined || call.facts === undefined) return next();
    const tool = toolNow(call.name);
    if (tool === undefined) {
      call.verdict = 'denied';
      return Promise.resolve(refusal(`'${call.name}' was not called: while it waited, its server took it back.`));
    }
    const subject = subjects.of(tool);
    if (subject === call.facts.tool) return next();
    const decision = policy().decide({ ...call.facts, tool: subject });
    if (decision.kind === 'allow' || decision.kind === 'ask') return next();
    call.decision = decision;
    call.verdict = 'denied';
    return Promise.resolve(
      refusal(
        `'${call.name}' was not called: it is not any more what was approved (${decision.rule}). ${decision.reason}`,
      ),
    );
  };
}
