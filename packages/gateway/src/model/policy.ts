import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import type { PolicyCall } from './policy-call.ts';

/** A policy that was read: ready to decide, again and again. */
export interface Policy {
  /** Total and deterministic: the same call and facts always get the same decision, whatever they are. */
  readonly decide: (call: PolicyCall) => CallDecision;
  /** What each rule had to say, in order, up to the one that decided: for people who ask why. */
  readonly explain: (call: PolicyCall) => Explanation;
}

export interface Explanation {
  readonly decision: CallDecision;
  /** How the question could be answered; `null` where nobody would be asked. */
  readonly ask: AskTerms | null;
  readonly steps: readonly ExplainedStep[];
}

export interface ExplainedStep {
  /** As in `CallDecision.rule`. */
  readonly rule: string;
  readonly matched: boolean;
  /** What matched, or the first thing that did not. */
  readonly because: string;
}
