import type { CallDecision } from '@toolmark/api-contract';
import { result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall, type ToolStanding } from '../../model/policy-call.ts';
import { createPolicyTools } from '../../policy/create-policy.ts';
import { createCall } from '../pipeline.ts';
import { ADD, DELETE } from '../record/fixtures/calls.ts';
import { recheckTool } from './authorize-call.ts';

interface Meanwhile {
  readonly tool?: CatalogTool | undefined;
  readonly standing?: ToolStanding;
  readonly kind?: CallDecision['kind'];
  readonly rule?: string;
  readonly approval?: string;
  /** The policy is another one. */
  readonly isReloaded?: boolean;
  readonly isContinued?: boolean;
}

/** A call that waited for a person, and what became of its tool meanwhile. */
async function after(meanwhile: Meanwhile) {
  const { standing, kind = 'ask', rule = 'r', approval, isReloaded = false, isContinued = false } = meanwhile;
  let current = GOOD_STANDING;
  const policyTools = createPolicyTools({ of: () => current });
  const decide = vi.fn((_call: PolicyCall): CallDecision => ({ kind, rule, reason: 'It changed.' }));
  const policy = { decide, explain: (asked: PolicyCall) => ({ decision: decide(asked), ask: null, steps: [] }) };
  const name = DELETE.exposed;
  const call = createCall({
    id: '1',
    seq: 1,
    name,
    params: { name },
    arguments: undefined,
    caller: modernCaller(),
    startedAt: 0,
  });
  call.tool = DELETE;
  call.approval = approval;
  call.isContinued = isContinued;
  call.decision = { kind: 'ask', rule: 'r', reason: 'x' };
  const session = {
    key: 's',
    countCall: () => {},
    countAnswer: () => {},
    facts: () => ({ ...NEW_SESSION, calls: 7 }),
  };
  const facts = {
    tool: policyTools.of(DELETE),
    arguments: undefined,
    caller: { principal: 'local', client: null, mode: 'direct' } as const,
    session: NEW_SESSION,
  };
  call.weighed = { session, facts, policy: isReloaded ? { ...policy } : policy };
  current = standing ?? current;
  const next = vi.fn(async () => result({ content: [] }));
  const step = recheckTool({
    toolFor: () => ('tool' in meanwhile ? meanwhile.tool : DELETE),
    policy: { value: policy },
    policyTools,
  });
  const reply = await step(call, next);
  return { call, decide, text: JSON.stringify(reply), hasPassed: next.mock.calls.length === 1 };
}

const HELD: ToolStanding = { holds: [{ kind: 'relaxed', reason: 'It changed.' }], isAccepted: false };

describe('a call that waited for a person', () => {
  it('passes where everything is what it was, its session included', async () => {
    const { hasPassed, decide } = await after({ approval: 'a1' });
    expect(hasPassed).toBe(true);
    expect(decide.mock.calls[0]?.[0].session.calls).toBe(7);
  });

  it.each<[string, Meanwhile]>([
    ['the policy denies it by now', { kind: 'deny' }],
    ['another rule would ask', { rule: 'another' }],
    ['the policy is another one that would ask', { isReloaded: true }],
  ])('is refused where %s', async (_case, meanwhile) => {
    const { hasPassed, call } = await after({ approval: 'a1', ...meanwhile });
    expect(hasPassed).toBe(false);
    expect(call.status).toBe('denied');
  });

  it.each<[string, Meanwhile]>([
    ['nobody would be asked any more', { isReloaded: true, kind: 'allow' }],
    ['it goes on after questions of its server', { isReloaded: true, isContinued: true }],
  ])('passes where %s', async (_case, meanwhile) => {
    expect((await after({ approval: 'a1', ...meanwhile })).hasPassed).toBe(true);
  });

  it('is refused where its tool would be held by now', async () => {
    const { hasPassed, call, text } = await after({ approval: 'a1', standing: HELD, kind: 'hold' });
    expect(hasPassed).toBe(false);
    expect(call).toMatchObject({ status: 'denied', decision: { kind: 'hold' } });
    expect(text).toContain('It changed.');
  });

  it('passes where its tool has other words and the hints that were approved', async () => {
    const tool = { ...DELETE };
    const { hasPassed, call } = await after({ approval: 'a1', tool });
    expect(hasPassed).toBe(true);
    expect(call.tool).toBe(tool);
  });

  it('is refused where its tool has other hints than were approved, and would be asked for', async () => {
    const { hasPassed, text } = await after({ approval: 'a1', tool: { ...DELETE, resolution: ADD.resolution } });
    expect(hasPassed).toBe(false);
    expect(text).toContain('has to be asked');
  });

  it('is refused where its tool is gone', async () => {
    const { hasPassed, call, text } = await after({ approval: 'a1', tool: undefined });
    expect(hasPassed).toBe(false);
    expect(call.status).toBe('denied');
    expect(text).toContain('its server removed it');
  });

  it('is not the only one: what was not asked for has to be asked for where its tool needs that by now', async () => {
    expect((await after({ tool: { ...DELETE }, kind: 'ask' })).hasPassed).toBe(false);
    expect((await after({ tool: { ...DELETE }, kind: 'allow' })).hasPassed).toBe(true);
    expect((await after({ tool: undefined })).hasPassed).toBe(false);
  });
});
