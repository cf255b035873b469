import { HINT_NAMES } from '@toolmark/annotations';
import type { DecisionKind } from '@toolmark/api-contract';
import { DEFAULT_POLICY, type PolicyDefaults, type PolicyRule } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import type { PolicyTool } from '../model/policy-call.ts';
import { createPolicy } from './create-policy.ts';
import { ADDER, BOTH, callOf, configOf, DELETER, LIAR, READER, toolOf, UNANNOTATED } from './fixtures/calls.ts';

const plain = createPolicy(configOf());
const ALL_PASS = { destructive: 'allow', contradicted: 'allow' } as const;
const NONE_PASS = { destructive: 'deny' } as const;
const hold = { kind: 'relaxed', reason: 'destructiveHint was true and is false' } as const;

describe('the default table', () => {
  it.each<[string, PolicyTool, DecisionKind, string, string]>([
    ['a reader', toolOf(READER), 'allow', 'default: read', 'Its server declares that it only reads, so it passes.'],
    [
      'an adder',
      toolOf(ADDER),
      'allow',
      'default: additive',
      'Its server declares that it destroys nothing, so it passes.',
    ],
    [
      'a deleter',
      toolOf(DELETER),
      'ask',
      'default: destructive',
      'Its server declares that it may destroy things, so a person is asked.',
    ],
    [
      'a tool that says nothing',
      toolOf(UNANNOTATED),
      'ask',
      'default: destructive',
      'It may destroy things, and its server does not declare otherwise, so a person is asked.',
    ],
    [
      'a broken hint',
      toolOf({ name: 'thing', annotations: { destructiveHint: 'no' } }),
      'ask',
      'default: destructive',
      `It may destroy things (destructiveHint is "no" and not a boolean, so MCP's default counts), so a person is asked.`,
    ],
    [
      'a hint that a person set',
      toolOf(LIAR, { override: { readOnlyHint: true } }),
      'allow',
      'default: read',
      'A person says that it only reads, so it passes.',
    ],
  ])('P5, P11: %s', (_case, tool, kind, rule, reason) => {
    expect(plain.decide(callOf(tool))).toEqual({ kind, rule, reason });
  });

  it('P3, P5: what a server declares counts for nothing where it is not trusted', () => {
    expect(plain.decide(callOf(toolOf(READER, { trust: 'none' })))).toEqual({
      kind: 'ask',
      rule: 'default: destructive',
      reason: "It may destroy things (no hints of this server count, so MCP's default counts), so a person is asked.",
    });
  });

  it('P12: holds a tool whose own words speak against its hints, and quotes them', () => {
    expect(plain.decide(callOf(toolOf(LIAR)))).toEqual({
      kind: 'hold',
      rule: 'default: contradicted',
      reason:
        "Its definition contradicts its hints (the name says 'delete', but readOnlyHint=true is declared), so it is held until a person has reviewed it.",
    });
  });

  it('P12: treats it by class once a person has accepted it', () => {
    expect(plain.decide(callOf(toolOf(LIAR, { standing: { isAccepted: true } })))).toEqual({
      kind: 'ask',
      rule: 'default: destructive',
      reason:
        "It may destroy things (the name says 'delete', but readOnlyHint=true is declared), so a person is asked.",
    });
  });

  it('P12: nobody gets further by contradicting himself', () => {
    const defaults = { read: 'allow', additive: 'allow', destructive: 'deny', contradicted: 'ask' } as const;
    expect(createPolicy(configOf([], { defaults })).decide(callOf(toolOf(LIAR)))).toMatchObject({
      kind: 'deny',
      rule: 'default: destructive',
    });
  });

  it.each<[string, PolicyTool, Partial<PolicyDefaults>, DecisionKind, string]>([
    ['a reader', toolOf(READER, { trust: 'review' }), {}, 'ask', 'default: unreviewed'],
    ['an adder', toolOf(ADDER, { trust: 'review' }), {}, 'ask', 'default: unreviewed'],
    ['where everything passes', toolOf(READER, { trust: 'review' }), ALL_PASS, 'ask', 'default: unreviewed'],
    ['where a liar passes', toolOf(LIAR, { trust: 'review' }), ALL_PASS, 'ask', 'default: unreviewed'],
    ['a liar', toolOf(LIAR, { trust: 'review' }), {}, 'hold', 'default: contradicted'],
    ['where its class is denied', toolOf(READER, { trust: 'review' }), NONE_PASS, 'deny', 'default: destructive'],
    ['no claim', toolOf(DELETER, { trust: 'review' }), {}, 'ask', 'default: destructive'],
    ['nothing declared', toolOf(UNANNOTATED, { trust: 'review' }), ALL_PASS, 'allow', 'default: destructive'],
    ['accepted', toolOf(READER, { trust: 'review', reviewed: HINT_NAMES }), {}, 'allow', 'default: read'],
    [
      'a person set its class',
      toolOf(READER, { trust: 'review', override: { readOnlyHint: true } }),
      {},
      'allow',
      'default: read',
    ],
  ])('P34: a claim that no person has accepted: %s', (_case, tool, more, kind, rule) => {
    const policy = createPolicy(configOf([], { defaults: { ...DEFAULT_POLICY.defaults, ...more } }));
    expect(policy.decide(callOf(tool))).toMatchObject({ kind, rule });
    expect(policy.explain(callOf(tool)).decision).toMatchObject({ kind, rule });
  });

  it('P5, P34: says which claims nobody has accepted', () => {
    expect(plain.decide(callOf(toolOf(READER, { trust: 'review' }))).reason).toBe(
      'Its server claims readOnlyHint=true and openWorldHint=false, which no person has accepted yet, so a person is asked.',
    );
  });

  it.each<[Omit<PolicyRule, 'name' | 'decision'>, DecisionKind]>([
    [{ class: ['read'] }, 'ask'],
    [{ hints: { readOnlyHint: { value: true } } }, 'ask'],
    [{ server: ['notes'] }, 'allow'],
    [{ tool: ['list_*'] }, 'allow'],
    [{ class: ['destructive'] }, 'allow'],
  ])('P35: a rule %j that allows decides about an unreviewed reader: %s', (matcher, kind) => {
    const policy = createPolicy(configOf([{ name: 'mine', decision: 'allow', ...matcher }]));
    expect(policy.decide(callOf(toolOf(READER, { trust: 'review' }))).kind).toBe(kind);
  });

  it.each(['ceiling', 'variant'] as const)('P34: counts as destructive for the %s', (limit) => {
    const call = callOf(toolOf(READER, { trust: 'review' }), { caller: { [limit]: 'read' } });
    expect(plain.decide(call)).toMatchObject({ kind: 'deny', rule: limit });
  });

  it('P13: asks where readOnlyHint and destructiveHint are both true', () => {
    expect(plain.decide(callOf(toolOf(BOTH)))).toEqual({
      kind: 'ask',
      rule: 'default: destructive',
      reason:
        'Its hints contradict each other (readOnlyHint=true and destructiveHint=true cannot both hold; the stricter one counts), so a person is asked.',
    });
  });
});

describe('what comes before the rules', () => {
  const allowAll = createPolicy(configOf([{ decision: 'allow' }]));

  it('P6: a token for reading cannot run a delete that nobody annotated', () => {
    const call = callOf(toolOf(UNANNOTATED), { caller: { principal: 'ci', ceiling: 'read' } });
    expect(plain.decide(call)).toEqual({
      kind: 'deny',
      rule: 'ceiling',
      reason:
        "It may destroy things, and its server does not declare otherwise, while 'ci' may only call tools that only read.",
    });
  });

  it('P6: what is within the ceiling is decided as ever', () => {
    const ceiling = 'additive';
    expect(plain.decide(callOf(toolOf(ADDER), { caller: { ceiling } })).rule).toBe('default: additive');
    expect(plain.decide(callOf(toolOf(READER), { caller: { ceiling } })).rule).toBe('default: read');
    expect(plain.decide(callOf(toolOf(DELETER), { caller: { ceiling } })).rule).toBe('ceiling');
  });

  it('P7: the variant for reading cannot run a tool with readOnlyHint false', () => {
    const tool = toolOf({ name: 'touch', annotations: { readOnlyHint: false, destructiveHint: false } });
    expect(plain.decide(callOf(tool, { caller: { variant: 'read' } }))).toEqual({
      kind: 'deny',
      rule: 'variant',
      reason: 'Its server declares that it destroys nothing, while it was called as read; call it as additive instead.',
    });
    expect(plain.decide(callOf(tool, { caller: { variant: 'destructive' } })).rule).toBe('default: additive');
  });

  it('P8: holds what a person should look at, and says why', () => {
    const tool = toolOf(READER, { standing: { holds: [hold, { kind: 'check', reason: 'It hides text.' }] } });
    expect(plain.decide(callOf(tool))).toEqual({
      kind: 'hold',
      rule: 'held',
      reason: 'destructiveHint was true and is false. It hides text.',
    });
  });

  it('P27: what is switched off is denied whatever else there is to say, and told of only then', () => {
    const off = { ...toolOf(DELETER, { standing: { holds: [hold] } }), isDisabled: true };
    const call = callOf(off, { caller: { ceiling: 'read' } });
    const decision = {
      kind: 'deny',
      rule: 'disabled',
      reason: 'A person has disabled it at this gateway.',
    };
    expect(allowAll.explain(call)).toEqual({
      decision,
      ask: null,
      steps: [{ rule: 'disabled', matched: true, because: decision.reason }],
    });
    expect(allowAll.decide(call)).toEqual(decision);
    expect(allowAll.explain(callOf(toolOf(DELETER))).steps[0]?.rule).toBe('ceiling');
  });

  it('P9: no rule relaxes any of them, and they come in order', () => {
    const held = toolOf(DELETER, { standing: { holds: [hold] } });
    const caller = { ceiling: 'read', variant: 'read' } as const;
    expect(allowAll.decide(callOf(held, { caller })).rule).toBe('ceiling');
    expect(allowAll.decide(callOf(held, { caller: { variant: 'read' } })).rule).toBe('variant');
    expect(allowAll.decide(callOf(held)).rule).toBe('held');
    expect(allowAll.decide(callOf(toolOf(DELETER))).rule).toBe('rule 1');
  });
});

describe('rules', () => {
  const decide = (rules: readonly Partial<PolicyRule>[], args?: Record<string, unknown>) =>
    createPolicy(configOf(rules)).decide(callOf(toolOf(DELETER), args === undefined ? {} : { arguments: args }));

  it('P10: the first that matches decides', () => {
    const rules: readonly Partial<PolicyRule>[] = [
      { tool: ['list_*'], decision: 'hold' },
      { arguments: { '$.id': { equals: 1 } }, decision: 'allow' },
      { tool: ['delete_*'], decision: 'deny' },
      { decision: 'hold' },
    ];
    expect(decide(rules, { id: 1 })).toMatchObject({ kind: 'allow', rule: 'rule 2' });
    expect(decide(rules, { id: 2 })).toMatchObject({ kind: 'deny', rule: 'rule 3' });
  });

  it('P10: a call of one tool may pass while another call of it is asked for', () => {
    const policy = createPolicy(
      configOf([
        {
          name: 'looking',
          tool: ['manage_calendar'],
          arguments: { '$.action': { in: ['list', 'get'] } },
          decision: 'allow',
        },
      ]),
    );
    const calendar = toolOf({ name: 'manage_calendar' });
    expect(policy.decide(callOf(calendar, { arguments: { action: 'list' } }))).toEqual({
      kind: 'allow',
      rule: 'looking',
      reason: `A rule lets it pass: the tool is 'manage_calendar' and $.action is one of ["list","get"].`,
    });
    expect(policy.decide(callOf(calendar, { arguments: { action: 'delete' } })).kind).toBe('ask');
  });

  it.each<[DecisionKind, string]>([
    ['allow', 'A rule lets it pass, like every call.'],
    ['ask', 'A rule wants a person to be asked, like every call.'],
    ['deny', 'A rule forbids it, like every call.'],
    ['hold', 'A rule holds it, like every call.'],
  ])('P5: %s for everything', (decision, reason) => {
    expect(decide([{ decision }])).toEqual({ kind: decision, rule: 'rule 1', reason });
  });

  it('P5: says what the author of the rule says', () => {
    expect(decide([{ name: 'freeze', reason: 'Nothing is deleted before the audit' }])).toEqual({
      kind: 'deny',
      rule: 'freeze',
      reason: 'Nothing is deleted before the audit.',
    });
  });

  it('P5: says no secrets and no arguments', () => {
    const { reason } = decide(
      [{ arguments: { '$.auth.password': { equals: 'hunter22' }, '$.note': { matches: 'x' } } }],
      { auth: { password: 'hunter22' }, note: 'not for anybody: xyz' },
    );
    expect(reason).toBe('A rule forbids it: $.auth.password is "[redacted 8 characters]" and $.note matches "x".');
  });

  it('P25: says why it counts what it cannot look at', () => {
    const { reason } = decide([{ arguments: { '$.note': { matches: 'x' } } }], { note: 'y'.repeat(10_001) });
    expect(reason).toBe('A rule forbids it: a text at $.note is too long to be looked through.');
  });
});
