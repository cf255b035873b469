import type { Approval, HintKey, Review, ReviewTool, ToolHint } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { claimsOf, findClaimed } from './claims.ts';

const hint = (declared: boolean | null, source: ToolHint['source'] = 'default', value = false): ToolHint => ({
  ...{ value, source, declared, reason: '' },
});
const EFFECTIVE: Readonly<Record<HintKey, ToolHint>> = {
  readOnlyHint: hint(true),
  destructiveHint: hint(null, 'default', true),
  idempotentHint: hint(false, 'declared'),
  openWorldHint: hint(false, 'default', true),
};
const APPROVAL: Pick<Approval, 'tool' | 'rule' | 'effective'> = {
  tool: 'tidy',
  rule: 'default: unreviewed',
  effective: EFFECTIVE,
};
const tool = (claims: readonly HintKey[]): ReviewTool => ({
  ...{ tool: 'tidy', exposed_name: 'desk__tidy', title: 'Tidy', description: null, claims, class: 'read' },
  ...{ reasons: [], fingerprint: { hints: 'h', prose: 'p' }, reviewed: null },
});
const review = (claims: readonly HintKey[]): Review => ({
  ...{ server: 'desk', trust: 'review', waiting: 1, suspicious: 0, accepted: 0, suspicious_tools: [] },
  groups: [{ claims, class: 'read', tools: [tool(claims)] }],
  accepted_tools: [],
});

describe('claims that an approval can accept', () => {
  it('returns the claimed hints that do not apply yet', () => {
    expect(claimsOf(APPROVAL)).toEqual(['readOnlyHint', 'openWorldHint']);
  });

  it('returns none if the call asks for another reason', () => {
    expect(claimsOf({ ...APPROVAL, rule: 'default: destructive' })).toEqual([]);
  });

  it('finds the tool only in the version that the approval shows', () => {
    expect(findClaimed(review(['readOnlyHint', 'openWorldHint']), APPROVAL)?.tool).toBe('tidy');
    expect(findClaimed(review(['readOnlyHint']), APPROVAL)).toBeUndefined();
    expect(findClaimed(review(['readOnlyHint', 'openWorldHint', 'idempotentHint']), APPROVAL)).toBeUndefined();
  });
});
