import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import type { PolicyCall } from './policy-call.ts';

/** A compiled policy. */
export interface Policy {
  /** Total and deterministic: every call gets a decision, and the same call always the same one. */
  readonly decide: (call: PolicyCall) => CallDecision;
  /** Explains the decision: each rule in order, up to the one that decided, and why it matched or not. */
  readonly explain: (call: PolicyCall) => Explanation;
}

export interface Explanation {
  readonly decision: CallDecision;
  /** How the question could be answered; `null` if the decision is not to ask. */
  readonly ask: AskTerms | null;
  readonly steps: readonly ExplainedStep[];
}

export interface ExplainedStep {
  /** As in `CallDecision.rule`. */
  readonly rule: string;
  readonly matched: boolean;
  /** The conditions that matched, or the first one that did not. */
  readonly because: string;
}
