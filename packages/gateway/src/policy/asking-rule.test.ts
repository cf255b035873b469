import type { AskTerms } from '@toolmark/api-contract';
import { DEFAULT_POLICY, type PolicyRule } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { ruleDigestOf, termsOf, toRuleDigest } from './asking-rule.ts';
import { createPolicy } from './create-policy.ts';
import { AT_RISK, callOf, configOf, READER, toolOf, UNANNOTATED } from './fixtures/calls.ts';

const RULE: PolicyRule = { name: 'a', decision: 'ask', tool: ['x'], arguments: { '$.b': { in: [1, 2] } } };

describe('the digest of a rule', () => {
  it.each<[string, PolicyRule, boolean]>([
    ['another name and reason', { ...RULE, name: 'b', reason: 'Why.' }, true],
    ['another order', { arguments: RULE.arguments ?? {}, tool: ['x'], decision: 'ask', name: 'a' }, true],
    ['another decision', { ...RULE, decision: 'deny' }, false],
    ['another tool', { ...RULE, tool: ['x', 'y'] }, false],
    ['another argument', { ...RULE, arguments: { '$.b': { in: [2, 1] } } }, false],
    ['other terms', { ...RULE, ask: { routes: ['page'] } }, false],
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
    expect([warned.reason, ruleDigestOf(warned)]).toEqual([expect.stringContaining('Warning: the session'), digest]);
  });

  it('is none for what is built in', () => {
    const { decide } = createPolicy(configOf([], { risk: 'ask' }));
    const tool = toolOf(UNANNOTATED);
    expect(ruleDigestOf(decide(callOf(tool)))).toBeNull();
    const risky = decide(callOf(tool, { session: AT_RISK }));
    expect([risky.rule, ruleDigestOf(risky)]).toEqual(['session-risk', null]);
  });
});

describe('the terms of a question', () => {
  const ALL: AskTerms = { routes: ['page', 'cli'], presence: 'none' };
  it.each<[Partial<AskTerms> | undefined, AskTerms]>([
    [undefined, ALL],
    [{ routes: ['page'] }, { routes: ['page'], presence: 'none' }],
    [{ presence: 'passkey' }, { routes: ['page', 'cli'], presence: 'passkey' }],
    [
      { routes: ['client'], presence: 'none' },
      { routes: ['client'], presence: 'none' },
    ],
  ])('P28: a rule with %j replaces what it names', (ask, terms) => {
    const { decide, explain } = createPolicy(
      configOf([{ decision: 'ask', ...(ask !== undefined && { ask }) }], { ask: { ...DEFAULT_POLICY.ask, ...ALL } }),
    );
    const call = callOf(toolOf(UNANNOTATED));
    expect([termsOf(decide(call), ALL), explain(call).ask]).toEqual([terms, terms]);
  });

  it('P28: are those of the policy where the default table asks, and none where nobody is asked', () => {
    const { explain } = createPolicy(configOf([], { ask: { ...DEFAULT_POLICY.ask, ...ALL } }));
    expect([explain(callOf(toolOf(UNANNOTATED))).ask, explain(callOf(toolOf(READER))).ask]).toEqual([ALL, null]);
  });

  it.each(['warn', 'ask'] as const)('P31: stay those of the rule when the session is a risk: %s', (risk) => {
    const ask = { presence: 'passkey' } as const;
    const { decide, explain } = createPolicy(configOf([{ decision: 'ask', ask }], { risk }));
    const call = callOf(toolOf(UNANNOTATED), { session: AT_RISK });
    const terms = { routes: ['client', 'page', 'cli', 'api'], presence: 'passkey' };
    expect([termsOf(decide(call), DEFAULT_POLICY.ask), explain(call).ask]).toEqual([terms, terms]);
  });
});
