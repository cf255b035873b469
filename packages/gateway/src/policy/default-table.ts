import { PERMISSIVE_HINTS, type Resolution } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyDefaults } from '@toolmark/config';
import type { PolicyTool } from '../model/policy-call.ts';
import { toSentence } from './match/words.ts';
import { isAtLeastAsStrict } from './strictness.ts';
import { OUTCOMES, whatItIs } from './what-it-is.ts';

/**
 * The last rule, which matches everything: by class, because the tool's own words speak against its hints, or because no person has
 * accepted what its server claims. The strictest of these counts.
 */
export function decideByDefault(tool: PolicyTool, defaults: PolicyDefaults): CallDecision {
  const decision = byContradiction(tool, defaults) ?? byClass(tool, defaults);
  const isMilder = decision.kind === 'allow' || decision.rule === `default: ${tool.resolution.class}`;
  return isMilder && isUnreviewed(tool.resolution) && isAtLeastAsStrict('ask', decision.kind)
    ? toReview(tool.resolution)
    : decision;
}

function byClass({ resolution }: PolicyTool, defaults: PolicyDefaults): CallDecision {
  const kind = defaults[resolution.class];
  const reason = toSentence(`${whatItIs(resolution)}, so ${OUTCOMES[kind]}`);
  return { kind, rule: `default: ${resolution.class}`, reason };
}

function byContradiction({ resolution, standing }: PolicyTool, defaults: PolicyDefaults): CallDecision | undefined {
  const { contradicted: kind } = defaults;
  // Two hints that cannot both hold are no lie: the stricter one counts, and that is all.
  const spoken = resolution.contradictions.find(({ against }) => against !== 'hints');
  // Nobody gets further by contradicting himself than he would have without.
  if (spoken === undefined || standing.isAccepted || !isAtLeastAsStrict(kind, defaults[resolution.class])) {
    return undefined;
  }
  const said = `what it says of itself speaks against its hints (${spoken.message})`;
  const until = kind === 'hold' ? ' until a person has looked at it' : '';
  return { kind, rule: 'default: contradicted', reason: toSentence(`${said}, so ${OUTCOMES[kind]}${until}`) };
}

function toReview({ unreviewed }: Resolution): CallDecision {
  const claims = unreviewed.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(' and ');
  const reason = `its server claims ${claims}, which no person has accepted yet, so ${OUTCOMES.ask}`;
  return { kind: 'ask', rule: 'default: unreviewed', reason: toSentence(reason) };
}

/** A class that a person or a proof settled is no claim of the server, whatever else it claims. */
function isUnreviewed({ unreviewed, hints }: Resolution): boolean {
  const isSettled = ({ source }: Resolution['hints']['readOnlyHint']): boolean =>
    source === 'override' || source === 'verified';
  return unreviewed.length > 0 && !isSettled(hints.readOnlyHint) && !isSettled(hints.destructiveHint);
}
