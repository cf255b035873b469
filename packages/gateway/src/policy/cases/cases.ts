import type { ToolDefinition } from '@toolmark/annotations';
import type { CallDecision, CallMode, DecisionKind } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { SessionFacts } from '../../model/policy-call.ts';

/** The decisions that a team expects of its policy, in a file for its CI. */
export interface PolicyCases {
  /** Tool definitions as in `tools/list`, by server. */
  readonly tools: ReadonlyMap<string, readonly ToolDefinition[]>;
  readonly cases: readonly PolicyCase[];
}

/** A hypothetical call and the expected decision. */
export interface PolicyCase {
  readonly name: string;
  readonly server: string;
  /** The name that its server uses. */
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
  /** The rule that should decide; `undefined` for any. */
  readonly rule: string | undefined;
}

export interface CaseOutcome {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: Expectation;
  /** `undefined` if there is no such tool. */
  readonly actual: CallDecision | undefined;
  /** One sentence about the outcome. */
  readonly message: string;
}
