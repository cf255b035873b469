import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../config/policy-config.ts';
import { createPolicy } from './create-policy.ts';
import { AT_RISK, callOf, configOf, toolOf, UNANNOTATED } from './fixtures/calls.ts';
import { ruleDigestOf, toRuleDigest } from './rule-digest.ts';

const RULE: PolicyRule = { name: 'a', decision: 'ask', tool: ['x'], arguments: { '$.b': { in: [1, 2] } } };

describe('the digest of a rule', () => {
  it.each<[string, PolicyRule, boolean]>([
    ['another name and reason', { ...RULE, name: 'b', reason: 'Why.' }, true],
    ['another order', { arguments: RULE.arguments ?? {}, tool: ['x'], decision: 'ask', name: 'a' }, true],
    ['another decision', { ...RULE, decision: 'deny' }, false],
    ['another tool', { ...RULE, tool: ['x', 'y'] }, false],
    ['another argument', { ...RULE, arguments: { '$.b': { in: [2, 1] } } }, false],
    ['something less', { name: 'a', decision: 'ask', tool: ['x'] }, false],
  ])('under %s', (_case, rule, isSame) => {
    expect(toRuleDigest(rule) === toRuleDigest(RULE)).toBe(isSame);
  });

  it.each([
    ['a reason', { ...RULE, reason: 'Why.' }],
    ['none', RULE],
  ])('comes with what a rule with %s decides, warned of or not', (_case, rule) => {
    const { decide } = createPolicy(configOf([{ ...rule, tool: ['thing'], arguments: {} }], { risk: 'warn' }));
    const digest = toRuleDigest({ ...RULE, tool: ['thing'], arguments: {} });
    const tool = toolOf(UNANNOTATED);
    expect(ruleDigestOf(decide(callOf(tool)))).toBe(digest);
    const warned = decide(callOf(tool, { session: AT_RISK }));
    expect([warned.reason, ruleDigestOf(warned)]).toEqual([expect.stringContaining('mind that'), digest]);
  });

  it('is none for what is built in', () => {
    const { decide } = createPolicy(configOf([], { risk: 'ask' }));
    const tool = toolOf(UNANNOTATED);
    expect(ruleDigestOf(decide(callOf(tool)))).toBeNull();
    const risky = decide(callOf(tool, { session: AT_RISK }));
    expect([risky.rule, ruleDigestOf(risky)]).toEqual(['session-risk', null]);
  });
});
