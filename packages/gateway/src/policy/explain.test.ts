import { describe, expect, it } from 'vitest';
import { createPolicy } from './create-policy.ts';
import { AT_RISK, callOf, configOf, DELETER, READER, toolOf, UNANNOTATED } from './fixtures/calls.ts';

const none = [
  { rule: 'ceiling', matched: false, because: "'local' may call any class." },
  { rule: 'variant', matched: false, because: 'The client chose no variant.' },
  { rule: 'held', matched: false, because: 'Nothing about the tool waits for review.' },
];

describe('explain', () => {
  it('P26: tells of every rule up to the one that decided', () => {
    const policy = createPolicy(
      configOf([
        { name: 'reads', tool: ['list_*'], decision: 'allow' },
        { name: 'cursor', client: ['cursor'], decision: 'allow' },
        { name: 'notes', arguments: { '$.id': { equals: 1 } }, decision: 'ask' },
        { name: 'never asked', decision: 'deny' },
      ]),
    );
    const call = callOf(toolOf(DELETER), { arguments: { id: 1 } });
    expect(policy.explain(call)).toEqual({
      decision: policy.decide(call),
      ask: { routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
      steps: [
        ...none,
        { rule: 'reads', matched: false, because: "The tool 'delete_note' is not 'list_*'." },
        { rule: 'cursor', matched: false, because: "The client 'claude-code' is not 'cursor'." },
        { rule: 'notes', matched: true, because: '$.id is 1.' },
      ],
    });
  });

  it('P26: ends with the default table', () => {
    const { decision, steps } = createPolicy(configOf()).explain(callOf(toolOf(READER)));
    expect(steps).toEqual([...none, { rule: 'default: read', matched: true, because: decision.reason }]);
  });

  it('P26: a rule for everything', () => {
    const { steps } = createPolicy(configOf([{}])).explain(callOf(toolOf(READER)));
    expect(steps.at(-1)).toEqual({ rule: 'rule 1', matched: true, because: 'It is for every call.' });
  });

  it('P26: ends where something comes before the rules', () => {
    const caller = { principal: 'ci', ceiling: 'additive', variant: 'read' } as const;
    const { decision, steps } = createPolicy(configOf([{ decision: 'allow' }])).explain(
      callOf(toolOf(READER), { caller }),
    );
    expect(decision.rule).toBe('rule 1');
    expect(steps.slice(0, 2)).toEqual([
      { rule: 'ceiling', matched: false, because: "Its class is read, and 'ci' may call tools that destroy nothing." },
      { rule: 'variant', matched: false, because: 'Its class is read, and it was called as read.' },
    ]);
    const denied = createPolicy(configOf([{ decision: 'allow' }])).explain(callOf(toolOf(UNANNOTATED), { caller }));
    expect(denied.steps).toEqual([{ rule: 'ceiling', matched: true, because: denied.decision.reason }]);
  });

  it('P26: tells of the risk of the session where it says something', () => {
    const call = callOf(toolOf(UNANNOTATED), { session: AT_RISK });
    const asked = createPolicy(configOf([], { risk: 'deny' })).explain(call);
    expect(asked.steps.slice(-2)).toMatchObject([
      { rule: 'default: destructive', matched: true },
      { rule: 'session-risk', matched: true, because: asked.decision.reason },
    ]);
    const denied = createPolicy(configOf([{ decision: 'deny' }], { risk: 'deny' })).explain(call);
    expect(denied.steps.at(-1)?.rule).toBe('rule 1');
  });
});
