export const decisionKinds = ['allow', 'ask', 'deny', 'hold'] as const;

/** What becomes of a call: it passes, a person is asked first, it is refused, or nobody can make it until a person has looked at the tool. */
export type DecisionKind = (typeof decisionKinds)[number];
