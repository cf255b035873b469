import { PERMISSIVE_HINTS, type Resolution } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyDefaults } from '@toolmark/config';
import type { PolicyTool } from '../model/policy-call.ts';
import { toSentence } from './match/words.ts';
import { isAtLeastAsStrict } from './strictness.ts';
import { OUTCOMES, whatItIs } from './what-it-is.ts';

/**
 * The last rule, which matches every call: by class, by a contradiction between the definition and its hints, or by claims that no person
 * has accepted. The strictest of these counts.
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
  // If only two hints contradict each other, the stricter one counts, without this rule.
  const spoken = resolution.contradictions.find(({ against }) => against !== 'hints');
  // A contradiction must never make the decision more permissive than the class.
  if (spoken === undefined || standing.isAccepted || !isAtLeastAsStrict(kind, defaults[resolution.class])) {
    return undefined;
  }
  const said = `its definition contradicts its hints (${spoken.message})`;
  const until = kind === 'hold' ? ' until a person has reviewed it' : '';
  return { kind, rule: 'default: contradicted', reason: toSentence(`${said}, so ${OUTCOMES[kind]}${until}`) };
}

function toReview({ unreviewed }: Resolution): CallDecision {
  const claims = unreviewed.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(' and ');
  const reason = `its server claims ${claims}, which no person has accepted yet, so ${OUTCOMES.ask}`;
  return { kind: 'ask', rule: 'default: unreviewed', reason: toSentence(reason) };
}

/** Whether the class rests on claims that no person has accepted, and neither a person nor a proof settled it. */
function isUnreviewed({ unreviewed, hints }: Resolution): boolean {
  const isSettled = ({ source }: Resolution['hints']['readOnlyHint']): boolean =>
    source === 'override' || source === 'verified';
  return unreviewed.length > 0 && !isSettled(hints.readOnlyHint) && !isSettled(hints.destructiveHint);
}
