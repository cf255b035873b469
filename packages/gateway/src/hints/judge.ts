import type { Fingerprint, Pin } from '@toolmark/annotations';
import type { Standing, StandingHold } from '@toolmark/api-contract';
import type { CatalogTool } from '../catalog/catalog.ts';
import type { CheckAction, PolicyConfig } from '../config/policy-config.ts';
import { GOOD_STANDING, type Hold, type ToolStanding } from '../policy/facts.ts';
import type { AgainstPin } from './against-pin.ts';
import { type CheckFinding, toSentence } from './check-finding.ts';

/** Everything that a standing follows from. */
export interface Evidence {
  readonly tool: CatalogTool;
  readonly pin: Pin;
  readonly fingerprint: Fingerprint;
  readonly against: AgainstPin;
  readonly isStrict: boolean;
  /** What the checks found, those that are off among them. */
  readonly findings: readonly CheckFinding[];
  readonly policy: Pick<PolicyConfig, 'checks' | 'defaults'>;
}

/** For the policy. */
export function toStanding(evidence: Evidence): ToolStanding {
  const { isAccepted } = evidence.against;
  const holds = isAccepted ? [] : holdsOf(evidence);
  return holds.length === 0 && !isAccepted ? GOOD_STANDING : { holds, isAccepted };
}

/** For people. */
export function toView(evidence: Evidence): Standing {
  const { pin, fingerprint: is, against } = evidence;
  const { change, isAccepted } = against;
  const holds: readonly StandingHold[] = isAccepted ? [] : [...holdsOf(evidence), ...contradictionsOf(evidence)];
  const isChanged = change.hints !== 'same' || change.prose !== 'same';
  return {
    state: holds.length > 0 ? 'held' : isChanged ? 'changed' : 'ok',
    holds,
    change: isChanged ? { ...change, was: { hints: pin.hints, prose: pin.prose }, is, pinned_at: pin.pinnedAt } : null,
    accepted: isAccepted ? (pin.accepted ?? null) : null,
    warnings: isAccepted ? [] : findingsWith('warn', evidence).map(({ message }) => message),
  };
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

function holdsOf(evidence: Evidence): readonly Hold[] {
  const { tool, pin, against, isStrict } = evidence;
  const since = `since it was pinned on ${pin.pinnedAt.slice(0, 'YYYY-MM-DD'.length)}`;
  const holds: Hold[] = [];
  if (against.relaxed.length > 0) {
    holds.push({ kind: 'relaxed', reason: `Its hints allow more ${since}: ${against.relaxed.join(', ')}.` });
  }
  if (isStrict && against.change.prose === 'changed') {
    const reason = `Its description, schemas or other words have changed ${since}, and ${tool.server} is set to strict.`;
    holds.push({ kind: 'changed', reason });
  }
  for (const { message } of findingsWith('hold', evidence)) holds.push({ kind: 'check', reason: message });
  return holds;
}

const findingsWith = (action: CheckAction, { findings, policy }: Evidence): readonly CheckFinding[] =>
  findings.filter(({ kind }) => policy.checks[kind] === action);

/** The policy weighs these itself, by the resolution. Where it does not hold them, people need not be told that it does. */
function contradictionsOf({ tool, policy }: Evidence): readonly StandingHold[] {
  if (policy.defaults.contradicted !== 'hold') return [];
  return tool.resolution.contradictions
    .filter(({ against }) => against !== 'hints')
    .map(({ message }) => ({ kind: 'contradicted', reason: toSentence(message) }));
}
