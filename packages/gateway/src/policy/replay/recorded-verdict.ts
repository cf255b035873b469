import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { CallOfTool } from './recorded-tool.ts';

/** Recorded decisions that a policy alone cannot reproduce. */
export interface RecordedVerdicts {
  /** The recorded decision of a built-in rule, which precedes every policy: `disabled`, `ceiling`, `variant` or `held`. */
  readonly before: (call: CallOfTool) => CallDecision | undefined;
  /** Adjusts a decision of the policy by the circumstances then: a reached limit, or a remembered answer. */
  readonly after: (call: CallOfTool, decision: CallDecision) => CallDecision;
  /** Whether a person had accepted the tool, so that its contradictions no longer held it. */
  readonly isAccepted: (call: CallOfTool) => boolean;
}

/**
 * Takes from the record what a replay cannot compute, so that the unchanged policy reproduces all recorded decisions, and every
 * difference in a replay comes from the changed policy.
 */
export function createRecordedVerdicts({ limits }: Pick<PolicyConfig, 'limits'>): RecordedVerdicts {
  const limitNames = new Set(limits.map(({ name }) => `limit: ${name}`));
  return {
    before: ({ decision }) => (decision !== null && GIVEN.has(decision.rule) ? decision : undefined),
    after: ({ decision: recorded, approval_id: approval }, decision) => {
      if (recorded === null || decision.kind === 'deny' || decision.kind === 'hold') return decision;
      // A limit that was removed denies nothing.
      if (limitNames.has(recorded.rule)) return recorded;
      // The rule asked, and a grant answered.
      const isGranted = recorded.kind === 'allow' && approval !== null && recorded.rule === decision.rule;
      return isGranted && decision.kind === 'ask' ? recorded : decision;
    },
    isAccepted: ({ decision }) => decision !== null && BY_CLASS.test(decision.rule),
  };
}

const GIVEN: ReadonlySet<string> = new Set(['disabled', 'ceiling', 'variant', 'held']);

/** The default table decided by class, not by a contradiction. */
const BY_CLASS = /^default: (?:read|additive|destructive)$/;
