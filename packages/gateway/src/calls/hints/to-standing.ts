import type { Standing, StandingHold } from '@toolmark/api-contract';
import { GOOD_STANDING, type Hold, type ToolStanding } from '../../model/policy-call.ts';
import { type Concern, concernsOf, type Evidence } from './concerns.ts';

/** The standing for the policy, which handles contradictions itself unless a person has accepted all of them. */
export function toStanding(evidence: Evidence): ToolStanding {
  const concerns = concernsOf(evidence);
  const contradictions = concerns.filter(({ kind }) => kind === 'contradicted');
  const isAccepted = contradictions.length > 0 && contradictions.every(({ isCovered }) => isCovered);
  const holds = concerns.filter(isOpen).flatMap(({ kind, reason }): readonly Hold[] => {
    return kind === 'contradicted' || kind === 'warning' ? [] : [{ kind, reason }];
  });
  return holds.length === 0 && !isAccepted ? GOOD_STANDING : { holds, isAccepted };
}

/** The standing for people. */
export function toView(evidence: Evidence): Standing {
  const { tool, pin, print, against, policy } = evidence;
  const open = concernsOf(evidence).filter(isOpen);
  // Show contradictions only if the policy holds them.
  const isShown = ({ kind }: Concern): boolean => kind !== 'contradicted' || policy.defaults.contradicted === 'hold';
  const holds = open.filter(isShown).flatMap(({ kind, reason }): readonly StandingHold[] => {
    return kind === 'warning' ? [] : [{ kind, reason }];
  });
  const { hints, prose } = against.change;
  const isChanged = hints !== 'same' || prose !== 'same';
  const was = { hints: pin.hints, prose: pin.prose };
  const is = { hints: print.hints, prose: print.prose };
  const { unreviewed } = tool.resolution;
  return {
    state: stateOf({ isHeld: holds.length > 0, isUnreviewed: unreviewed.length > 0, isChanged }),
    holds,
    change: isChanged ? { hints, prose, was, is, pinned_at: pin.pinnedAt } : null,
    accepted: toShown(against.accepted),
    unreviewed,
    reviewed: pin.reviewed ?? null,
    warnings: open.filter(({ kind }) => kind === 'warning').map(({ reason }) => reason),
  };
}

interface Findings {
  readonly isHeld: boolean;
  readonly isUnreviewed: boolean;
  readonly isChanged: boolean;
}

function stateOf({ isHeld, isUnreviewed, isChanged }: Findings): Standing['state'] {
  if (isHeld) return 'held';
  if (isUnreviewed) return 'unreviewed';
  return isChanged ? 'changed' : 'ok';
}

export function isSameStanding(one: ToolStanding, other: ToolStanding): boolean {
  return (
    one.isAccepted === other.isAccepted &&
    one.holds.length === other.holds.length &&
    one.holds.every(
      ({ kind, reason }, index) => kind === other.holds[index]?.kind && reason === other.holds[index].reason,
    )
  );
}

const isOpen = ({ isCovered }: Concern): boolean => !isCovered;

function toShown(accepted: Evidence['against']['accepted']): Standing['accepted'] {
  if (accepted === undefined) return null;
  const { at, author, reason } = accepted;
  return { at, author, reason };
}
