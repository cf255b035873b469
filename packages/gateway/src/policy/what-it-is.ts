import type { Resolution, ToolClass } from '@toolmark/annotations';
import type { DecisionKind } from '@toolmark/api-contract';
import { clip } from './match/words.ts';

/**
 * A clause that describes the worst effect of a tool, and the source of that knowledge.
 *
 * @example
 * whatItIs(resolve({ name: 'thing' })) // 'it may destroy things, and its server does not declare otherwise'
 */
export function whatItIs({ class: effective, hints, contradictions }: Resolution): string {
  const does = DOES[effective];
  const clash = contradictions.find(({ against }) => against === 'hints');
  if (clash !== undefined && effective === 'destructive') return `its hints contradict each other (${clash.message})`;
  const { source, reason } = effective === 'read' ? hints.readOnlyHint : hints.destructiveHint;
  switch (source) {
    case 'override':
      return `a person says that it ${does}${reason === BY_A_PERSON ? '' : ` (${clip(reason, MAX_REASON)})`}`;
    case 'verified':
      return `it was proven that it ${does}`;
    case 'declared':
      return `its server declares that it ${does}`;
    case 'default':
      // If a declared hint does not count, the reason explains why.
      if (hints.readOnlyHint.declared === true) return `it ${does} (${clip(hints.readOnlyHint.reason, MAX_REASON)})`;
      if (reason.startsWith('not declared')) return `it ${does}, and its server does not declare otherwise`;
      return `it ${does} (${clip(reason, MAX_REASON)})`;
    case 'inferred':
      return `it ${does} (${clip(reason, MAX_REASON)})`;
  }
}

const DOES: Readonly<Record<ToolClass, string>> = {
  read: 'only reads',
  additive: 'destroys nothing',
  destructive: 'may destroy things',
};

/** The consequence of a decision, as a clause after `so`. */
export const OUTCOMES: Readonly<Record<DecisionKind, string>> = {
  allow: 'it passes',
  ask: 'a person is asked',
  deny: 'it is not allowed',
  hold: 'it is held',
};

/** The text of `resolve` for an override without a reason. */
const BY_A_PERSON = 'set by a person';
const MAX_REASON = 300;
