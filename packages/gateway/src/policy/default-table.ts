import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyDefaults } from '../config/policy-config.ts';
import type { PolicyTool } from './facts.ts';
import { toSentence } from './match/words.ts';
import { isAtLeastAsStrict } from './strictness.ts';
import { OUTCOMES, whatItIs } from './what-it-is.ts';

/** The last rule, which matches everything: by class, or because the tool's own words speak against its hints. */
export function decideByDefault({ resolution, standing }: PolicyTool, defaults: PolicyDefaults): CallDecision {
  const kind = defaults[resolution.class];
  // Two hints that cannot both hold are no lie: the stricter one counts, and that is all.
  const spoken = resolution.contradictions.find(({ against }) => against !== 'hints');
  // Nobody gets further by contradicting himself than he would have without.
  const counts = spoken !== undefined && !standing.isAccepted && isAtLeastAsStrict(defaults.contradicted, kind);
  if (!counts) {
    const reason = toSentence(`${whatItIs(resolution)}, so ${OUTCOMES[kind]}`);
    return { kind, rule: `default: ${resolution.class}`, reason };
  }
  const said = `what it says of itself speaks against its hints (${spoken.message})`;
  const outcome = OUTCOMES[defaults.contradicted];
  return {
    kind: defaults.contradicted,
    rule: 'default: contradicted',
    reason: toSentence(
      `${said}, so ${outcome}${defaults.contradicted === 'hold' ? ' until a person has looked at it' : ''}`,
    ),
  };
}
