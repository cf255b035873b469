import type { Call } from '../../model/call.ts';
import type { PolicyCall } from '../../model/policy-call.ts';
import { isApprovalState } from '../approvals/approval-state.ts';
import type { Step } from '../compose.ts';
import type { Limits } from '../limits/limits.ts';
import { refusal } from '../refusal.ts';

export interface LimitCallsDeps {
  readonly limits: Limits;
  /** What is weighed about the call; `undefined` is a bug, because whatever gets here was decided about. */
  readonly factsOf: (call: Call) => PolicyCall | undefined;
  /** Of two calls of one session the same. */
  readonly sessionKeyOf: (call: Call) => string;
  /** Whether a call that has a state of an approval has one that was handed out to it, so that it was counted when it was asked. */
  readonly isCounted: (call: Call) => boolean;
}

/**
 * Counts calls, and denies those beyond a limit. One that goes on after questions, of its server or of ours, was counted when it
 * began.
 */
export function limitCalls({ limits, factsOf, sessionKeyOf, isCounted }: LimitCallsDeps): Step {
  return function limitCalls(call, next) {
    if (call.isContinued || limits.isEmpty()) return next();
    // A state that a client made up is none.
    if (isApprovalState(call.params['requestState']) && isCounted(call)) return next();
    const facts = factsOf(call);
    if (facts === undefined) return Promise.reject(new Error('A call was to be counted that nobody decided about.'));
    const denied = limits.take(facts, { session: sessionKeyOf(call), principal: call.caller.principal });
    if (denied === undefined) return next();
    call.decision = denied;
    call.verdict = 'denied';
    return Promise.resolve(refusal(`'${call.name}' was not called (${denied.rule}). ${denied.reason}`));
  };
}
