import type { Limits } from '../../limits/limits.ts';
import type { PolicyCall } from '../../policy/facts.ts';
import type { Call } from '../call.ts';
import type { Step } from '../compose.ts';
import { refusal } from '../refusal.ts';

export interface LimitCallsDeps {
  readonly limits: Limits;
  /** What is weighed about the call; `undefined` where nothing is known of its tool. */
  readonly factsOf: (call: Call) => PolicyCall | undefined;
  /** Of two calls of one session the same. */
  readonly sessionKeyOf: (call: Call) => string;
}

/** Counts calls, and denies those beyond a limit. One that goes on after questions was counted when it began. */
export function limitCalls({ limits, factsOf, sessionKeyOf }: LimitCallsDeps): Step {
  return function limitCalls(call, next) {
    if (call.isContinued || limits.isEmpty()) return next();
    const facts = factsOf(call);
    if (facts === undefined) return next();
    const denied = limits.take(facts, { session: sessionKeyOf(call), principal: call.caller.principal });
    if (denied === undefined) return next();
    call.decision = denied;
    call.verdict = 'denied';
    return Promise.resolve(refusal(`'${call.name}' was not called (${denied.rule}). ${denied.reason}`));
  };
}
