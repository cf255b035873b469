import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';

/** One thing that a matcher asks for. */
export interface Condition<Subject> {
  readonly test: (subject: Subject) => boolean;
  /** As part of a sentence, where it is so: `the tool is 'delete_*'`. */
  readonly says: string;
  /** The same where it is not so: `the tool 'list_notes' is not 'delete_*'`. */
  readonly unless: (subject: Subject) => string;
  /** What is said instead where it only counts as being so. */
  readonly aside?: (subject: Subject) => string | undefined;
}

/** Known as soon as the tool is. */
export type ToolCondition = Condition<PolicyTool>;

/** Known only when the call is there. */
export type CallCondition = Condition<PolicyCall>;

/**
 * Which way to lean where it is not certain that something matches. `lenient` is for what lets calls pass: it has to be certain.
 * `strict` is for what stops or counts them: it is enough that it may be so.
 */
export type Polarity = 'lenient' | 'strict';
