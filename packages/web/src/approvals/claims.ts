import type { Approval, HintKey, Review, ReviewTool } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS } from '../hints/labels.ts';
import { ordinaryOf } from '../reviews/labels.ts';

/** The default rule that asks because the tool's claims are unreviewed. */
const UNREVIEWED = 'default: unreviewed';

/** The tool's claimed hints that do not apply yet; empty if the call asks for another reason. */
export function claimsOf({ rule, effective }: Pick<Approval, 'rule' | 'effective'>): readonly HintKey[] {
  if (rule !== UNREVIEWED) return [];
  return HINTS.filter((hint) => {
    const { source, declared } = effective[hint];
    return source === 'default' && declared !== null && declared !== HINT_WORDS[hint].otherwise;
  });
}

/** The tool in its current review; `undefined` if its claims have changed since the approval request. */
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
