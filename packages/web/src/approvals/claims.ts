import type { Approval, HintKey, Review, ReviewTool } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS } from '../hints/words.ts';
import { ordinaryOf } from '../reviews/words.ts';

/** The rule by which a call asks because nobody has accepted what its tool claims. */
const UNREVIEWED = 'default: unreviewed';

/** What the server claims of the tool and does not count yet; empty where the call asks for another reason. */
export function claimsOf({ rule, effective }: Pick<Approval, 'rule' | 'effective'>): readonly HintKey[] {
  if (rule !== UNREVIEWED) return [];
  return HINTS.filter((hint) => {
    const { source, declared } = effective[hint];
    return source === 'default' && declared !== null && declared !== HINT_WORDS[hint].otherwise;
  });
}

/** The tool as its review has it now; `undefined` where it claims something else than the question shows, or nothing. */
export function findClaimed(
  review: Review,
  approval: Pick<Approval, 'tool' | 'rule' | 'effective'>,
): ReviewTool | undefined {
  const claims = claimsOf(approval);
  return [...review.suspicious_tools, ...ordinaryOf(review)].find(
    ({ tool, claims: now }) =>
      tool === approval.tool && claims.every((claim) => now.includes(claim)) && now.length === claims.length,
  );
}
