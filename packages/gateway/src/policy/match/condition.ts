import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';

/** One condition of a matcher, with clauses for explanations. */
export interface Condition<Subject> {
  readonly test: (subject: Subject) => boolean;
  /** The clause if it holds: `the tool is 'delete_*'`. */
  readonly says: string;
  /** The clause if it does not hold: `the tool 'list_notes' is not 'delete_*'`. */
  readonly unless: (subject: Subject) => string;
  /** The clause if it is uncertain and only counts as holding. */
  readonly aside?: (subject: Subject) => string | undefined;
}

/** Depends on the tool alone. */
export type ToolCondition = Condition<PolicyTool>;

/** Depends on the call. */
export type CallCondition = Condition<PolicyCall>;

/**
 * The result of an uncertain match. `lenient`, for rules that allow calls: it does not match. `strict`, for rules that stop or count
 * calls: it matches.
 */
export type Polarity = 'lenient' | 'strict';
