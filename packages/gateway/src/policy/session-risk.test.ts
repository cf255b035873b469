import type { PolicyRule } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { createPolicy } from './create-policy.ts';
import { ADDER, AT_RISK, callOf, configOf, READER, toolOf } from './fixtures/calls.ts';

describe('session risk', () => {
  const sender = toolOf({ name: 'add_comment', annotations: { destructiveHint: false } });
  const under = (
    risk: 'warn' | 'ask' | 'deny',
    tool = sender,
    session = AT_RISK,
    rules: readonly Partial<PolicyRule>[] = [],
  ) => createPolicy(configOf(rules, { risk })).decide(callOf(tool, { session }));

  it('P14: warns in the reason', () => {
    expect(under('warn')).toEqual({
      kind: 'allow',
      rule: 'default: additive',
      reason:
        'Its server declares that it destroys nothing, so it passes. Warning: the session has read private data and seen untrusted content, and this call can send data out.',
    });
  });

  it.each(['ask', 'deny'] as const)('P14: turns what is allowed or asked for into %s', (risk) => {
    const kinds = { kind: risk, rule: 'session-risk' };
    expect(under(risk)).toMatchObject(kinds);
    expect(under(risk, sender, AT_RISK, [{ decision: 'allow' }])).toMatchObject(kinds);
    expect(under(risk, sender, AT_RISK, [{ decision: 'ask' }])).toMatchObject(kinds);
    expect(under(risk).reason).toBe(
      `The session has read private data and seen untrusted content, and this tool writes to the open world, so ${risk === 'ask' ? 'a person is asked' : 'it is not allowed'}.`,
    );
  });

  it('P14: leaves what does not pass anyway', () => {
    for (const decision of ['hold', 'deny'] as const) {
      expect(under('deny', sender, AT_RISK, [{ decision }])).toEqual(under('warn', sender, undefined, [{ decision }]));
      expect(under('deny', sender, AT_RISK, [{ decision }])).toMatchObject({ kind: decision, rule: 'rule 1' });
    }
  });

  it('P14: is about open-world writes after both', () => {
    const searcher = toolOf({ name: 'search_web', annotations: { readOnlyHint: true } });
    expect(under('deny', searcher)).toMatchObject({ rule: 'default: read' });
    expect(under('deny', toolOf(READER))).toMatchObject({ rule: 'default: read' });
    expect(under('deny', toolOf(ADDER))).toMatchObject({ rule: 'default: additive' });
    for (const leg of ['private_data_read', 'untrusted_content_seen'] as const) {
      const session = { ...AT_RISK, risk: { ...AT_RISK.risk, [leg]: false } };
      expect(under('deny', sender, session)).toMatchObject({ rule: 'default: additive' });
    }
  });
});
