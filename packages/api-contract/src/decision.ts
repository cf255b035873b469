export const decisionKinds = ['allow', 'ask', 'deny', 'hold'] as const;

/** What becomes of a call: it passes, a person is asked first, it is refused, or nobody can make it until a person has looked at the tool. */
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * Whether a tool that this rule holds is let go when a person accepts it. What a rule of the policy holds is let go by changing
 * that rule.
 *
 * @example
 * isReleasedByAccept('no deletions') // false
 */
export const isReleasedByAccept = (rule: string): boolean => rule === 'held' || rule === 'default: contradicted';
