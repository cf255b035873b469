import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { CallOfTool } from './recorded-tool.ts';

/** What the record says of a call that its policy alone does not explain. */
export interface RecordedVerdicts {
  /** What comes before every policy: who called might not do more, called it as another class, or had to look at the tool first. */
  readonly before: (call: CallOfTool) => CallDecision | undefined;
  /** What becomes of a decision by what happened around it then: a limit was used up, or an answer was remembered. */
  readonly after: (call: CallOfTool, decision: CallDecision) => CallDecision;
  /** A person had accepted the tool: what its words say against its hints held it no more. */
  readonly isAccepted: (call: CallOfTool) => boolean;
}

/**
 * The same policy makes the same of the same calls, so that whatever a replay shows is a change of the policy: what the replay
 * cannot work out anew is taken from the record.
 */
export function createRecordedVerdicts({ limits }: Pick<PolicyConfig, 'limits'>): RecordedVerdicts {
  const limitNames = new Set(limits.map(({ name }) => `limit: ${name}`));
  return {
    before: ({ decision }) => (decision !== null && GIVEN.has(decision.rule) ? decision : undefined),
    after: ({ decision: recorded, approval_id: approval }, decision) => {
      if (recorded === null || decision.kind === 'deny' || decision.kind === 'hold') return decision;
      // A limit that is not there any more stops nothing.
      if (limitNames.has(recorded.rule)) return recorded;
      // The rule asked, and was answered by what a person had said to it before.
      const isGranted = recorded.kind === 'allow' && approval !== null && recorded.rule === decision.rule;
      return isGranted && decision.kind === 'ask' ? recorded : decision;
    },
    isAccepted: ({ decision }) => decision !== null && BY_CLASS.test(decision.rule),
  };
}

const GIVEN: ReadonlySet<string> = new Set(['disabled', 'ceiling', 'variant', 'held']);

/** The table went by the class, and not by the contradiction. */
const BY_CLASS = /^default: (?:read|additive|destructive)$/;
