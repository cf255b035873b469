export const decisionKinds = ['allow', 'ask', 'deny', 'hold'] as const;

/** The decision about a call: allow it, ask a person, deny it, or hold the tool until a person reviews it. */
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * Whether accepting a tool releases it from this rule. A rule of the policy has to be changed instead.
 *
 * @example
 * isReleasedByAccept('no deletions') // false
 */
export const isReleasedByAccept = (rule: string): boolean => rule === 'held' || rule === 'default: contradicted';
