import type { RpcReply } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Policy } from '../../model/policy.ts';
import type { Subjects } from '../../policy/subjects.ts';
import { hintsOf } from '../approvals/hints-of.ts';
import type { Step } from '../compose.ts';
import { refusal } from '../refusal.ts';

export interface LookAgainDeps {
  /** What goes by the call's name now. */
  readonly toolNow: (call: Call) => CatalogTool | undefined;
  readonly policy: () => Policy;
  readonly subjects: Subjects;
}

/**
 * A person may take minutes to answer. Meanwhile a server may become another one, somebody may make the policy stricter, and the
 * session may do what makes this call a risk. What was decided and approved was the call as it was: it leaves only if it still is.
 */
export function lookAgain({ toolNow, policy, subjects }: LookAgainDeps): Step {
  const refuse = (call: Call, why: string): Promise<RpcReply> => {
    call.verdict = 'denied';
    return Promise.resolve(refusal(`'${toPrintable(call.name)}' was not called: ${why}`));
  };
  return function lookAgain(call, next) {
    const { facts, tool, approval } = call;
    if (facts === undefined || tool === undefined)
      return Promise.reject(new Error('A call that nobody decided about.'));
    const now = toolNow(call);
    if (now === undefined) return refuse(call, 'while it waited, its server took it back.');
    const subject = subjects.of(now);
    const isSamePolicy = policy() === call.policy;
    if (approval === undefined && isSamePolicy && subject === facts.tool) return next();
    const fresh = { ...facts, tool: subject, session: call.sessionFacts?.() ?? facts.session };
    const decision = policy().decide(fresh);
    if (decision.kind === 'deny' || decision.kind === 'hold') {
      call.decision = decision;
      return refuse(call, `meanwhile it would be refused (${decision.rule}). ${decision.reason}`);
    }
    const isWhatWasApproved =
      approval !== undefined && isSamePolicy && decision.rule === call.decision?.rule && hintsOf(now) === hintsOf(tool);
    // What goes on after questions of its server has left already.
    if (decision.kind === 'ask' && !isWhatWasApproved && !call.isContinued)
      return refuse(
        call,
        'it is not what was decided about any more, so that a person has to be asked. Call it again.',
      );
    // From here on what it is now counts: whether it may be kept, or sent twice.
    call.tool = now;
    call.facts = fresh;
    call.policy = policy();
    return next();
  };
}

export interface StillStandsDeps {
  /** The one that counts now. */
  readonly policy: () => Policy;
  readonly subjects: Subjects;
  /** The tool that the call means now; `undefined` where it is not offered to its caller any more. */
  readonly toolNow: (call: Call) => CatalogTool | undefined;
}

/** Whether what was let through would be let through as it is now. */
export const createStillStands =
  ({ policy, subjects, toolNow }: StillStandsDeps): ((call: Call) => boolean) =>
  (call) => {
    const { facts, tool, approval } = call;
    const now = toolNow(call);
    if (now === undefined || facts === undefined || tool === undefined) return false;
    const subject = subjects.of(now);
    if (policy() === call.policy && subject === facts.tool) return true;
    const { kind, rule } = policy().decide({ ...facts, tool: subject });
    const isApproved = kind === 'ask' && approval !== undefined && rule === call.decision?.rule;
    return hintsOf(now) === hintsOf(tool) && (kind === 'allow' || isApproved);
  };
