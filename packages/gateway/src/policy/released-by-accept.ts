/** Whether a tool that is held by this rule is let go when a person accepts it. What a person's own rule holds is let go by changing the rule. */
export const isReleasedByAccept = (rule: string): boolean => rule === 'held' || rule === 'default: contradicted';
