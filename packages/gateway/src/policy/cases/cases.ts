import type { ToolDefinition } from '@toolmark/annotations';
import type { CallDecision, CallMode, DecisionKind } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { SessionFacts } from '../../model/policy-call.ts';

/** What a team expects of its policy, in a file that its CI reads. */
export interface PolicyCases {
  /** As `tools/list` gives them, by server. */
  readonly tools: ReadonlyMap<string, readonly ToolDefinition[]>;
  readonly cases: readonly PolicyCase[];
}

/** A call that nobody makes, and what should become of it. */
export interface PolicyCase {
  readonly name: string;
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
  readonly arguments: JsonObject | undefined;
  readonly client: string | null;
  readonly token: string;
  readonly mode: CallMode;
  readonly session: SessionFacts;
  readonly expect: Expectation;
}

export interface Expectation {
  readonly decision: DecisionKind;
  /** The rule that should have decided; any unless given. */
  readonly rule: string | undefined;
}

export interface CaseOutcome {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: Expectation;
  /** `undefined` where there is no such tool. */
  readonly actual: CallDecision | undefined;
  /** One sentence for a person. */
  readonly message: string;
}
