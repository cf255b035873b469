import { hintsOf } from '../../approvals/hints-of.ts';
import type { CatalogTool } from '../../catalog/catalog.ts';
import type { Policy } from '../../policy/policy.ts';
import type { RpcReply } from '../../rpc.ts';
import type { Call } from '../call.ts';
import type { Step } from '../compose.ts';
import { refusal } from '../refusal.ts';
import type { Subjects } from '../subjects.ts';

export interface LookAgainDeps {
  /** What goes by the call's name now. */
  readonly toolNow: (call: Call) => CatalogTool | undefined;
  readonly policy: () => Policy;
  readonly subjects: Subjects;
}

/**
 * A person may take minutes to answer, and a server may use them to become another one. What was decided and approved was the tool
 * as it was: where that is not the same any more, the call does not leave.
 */
export function lookAgain({ toolNow, policy, subjects }: LookAgainDeps): Step {
  const refuse = (call: Call, why: string): Promise<RpcReply> => {
    call.verdict = 'denied';
    return Promise.resolve(refusal(`'${call.name}' was not called: ${why}`));
  };
  return function lookAgain(call, next) {
    const { facts, tool } = call;
    if (facts === undefined || tool === undefined) return next();
    const now = toolNow(call);
    if (now === undefined) return refuse(call, 'while it waited, its server took it back.');
    const subject = subjects.of(now);
    if (subject === facts.tool) return next();
    const decision = policy().decide({ ...facts, tool: subject });
    if (decision.kind === 'deny' || decision.kind === 'hold') {
      call.decision = decision;
      return refuse(call, `its server changed it meanwhile (${decision.rule}). ${decision.reason}`);
    }
    const isApproved = call.approval !== undefined && hintsOf(now) === hintsOf(tool);
    if (decision.kind === 'ask' && !isApproved)
      return refuse(call, 'its server changed it meanwhile, so that a person has to be asked again. Call it again.');
    // From here on what it is now counts: whether it may be kept, or sent twice.
    call.tool = now;
    return next();
  };
}
