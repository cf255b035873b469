import type { CallDecision } from '@toolmark/api-contract';
import { type RpcReply, result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall, type ToolStanding } from '../../model/policy-call.ts';
import { createPolicyTools } from '../../policy/create-policy.ts';
import { createSessionLedger } from '../../sessions/session-ledger.ts';
import { createContinuations } from '../continuations.ts';
import { createCall } from '../pipeline.ts';
import { ADD, DELETE, READ } from '../record/fixtures/calls.ts';
import { decideCall } from './authorize-call.ts';

const ALLOW: CallDecision = { kind: 'allow', rule: 'r', reason: 'Because.' };

function setUp(answer: (call: PolicyCall) => CallDecision = () => ALLOW) {
  const clock = createFakeClock();
  const decide = vi.fn(answer);
  let standing: ToolStanding = GOOD_STANDING;
  const ledger = createSessionLedger({ now: clock.now, idleMs: 60_000, stored: async () => undefined });
  const step = decideCall({
    policy: { value: { decide, explain: (call) => ({ decision: decide(call), ask: null, steps: [] }) } },
    policyTools: createPolicyTools({ of: () => standing }),
    ledger,
    continuations: createContinuations(clock),
  });
  const make = async (tool: CatalogTool, reply: RpcReply = result({ content: [] }), params = {}) => {
    const name = tool.exposed;
    const all = { name, arguments: { id: 'a' }, ...params };
    const call: Call = createCall({
      id: '1',
      seq: 1,
      name,
      params: all,
      arguments: all.arguments,
      caller: legacyCaller(),
      startedAt: 0,
    });
    call.tool = tool;
    const next = vi.fn(async () => {
      call.weighed?.session.countCall(tool);
      call.attempts += 1;
      return reply;
    });
    return { call, next, reply: await step(call, next) };
  };
  return { make, decide, setStanding: (changed: ToolStanding) => (standing = changed) };
}

const textOf = (reply: RpcReply): string => JSON.stringify(reply);

describe('the step that decides', () => {
  it('tells the policy everything it may weigh', async () => {
    const { make, decide } = setUp();
    const { call, next } = await make(ADD);
    expect(next).toHaveBeenCalledOnce();
    expect(call.decision).toBe(ALLOW);
    expect(decide).toHaveBeenCalledWith({
      tool: { server: 'notes', name: 'add_note', resolution: ADD.resolution, standing: GOOD_STANDING },
      arguments: { id: 'a' },
      caller: { principal: 'local', client: 'test', mode: 'direct', ceiling: undefined, variant: undefined },
      session: NEW_SESSION,
    });
  });

  it('hands over the same tool for as long as nothing about it changes', async () => {
    const { make, decide, setStanding } = setUp();
    await make(ADD);
    await make(ADD);
    setStanding({ holds: [], isAccepted: true });
    await make(ADD);
    const [one, two, three] = decide.mock.calls.map(([{ tool }]) => tool);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(three?.standing.isAccepted).toBe(true);
  });

  it.each([
    ['deny', 'no deletes', 'not allowed', 'Do not try again'],
    ['hold', 'no deletes', 'held', 'unless a person has changed the policy'],
    ['hold', 'held', 'held', 'toolmark tools accept notes__delete_note'],
    ['hold', 'default: contradicted', 'held', 'toolmark tools accept notes__delete_note'],
  ] as const)('refuses what it would %s by %s, and says why and what to do', async (kind, rule, word, advice) => {
    const { make } = setUp(() => ({ kind, rule, reason: 'Notes are precious.' }));
    const { call, next, reply } = await make(DELETE);
    expect(next).not.toHaveBeenCalled();
    expect(call.status).toBe('denied');
    expect(reply).toMatchObject({ kind: 'result', result: { isError: true } });
    for (const part of [word, rule, 'Notes are precious.', advice]) expect(textOf(reply)).toContain(part);
  });

  it('leaves what is to be asked to the step that asks', async () => {
    const { make } = setUp(() => ({ kind: 'ask', rule: 'r', reason: 'x' }));
    const { call, next } = await make(DELETE);
    expect(next).toHaveBeenCalledOnce();
    expect(call.status).toBe('running');
  });

  it('remembers for the next call what this one has done', async () => {
    const { make, decide } = setUp();
    await make(READ);
    await make(ADD);
    await make(READ, result({ isError: true }));
    expect(decide.mock.calls.map(([{ session }]) => session)).toEqual([
      NEW_SESSION,
      { calls: 1, risk: { ...NEW_SESSION.risk, private_data_read: true } },
      { calls: 2, risk: { private_data_read: true, untrusted_content_seen: true, open_world_write: true } },
    ]);
  });

  it('lets a call go on after questions of its server as it was let through', async () => {
    const { make } = setUp();
    await make(DELETE, result({ resultType: 'input_required', requestState: 'state' }));
    const { call } = await make(DELETE, result({ content: [] }), { requestState: 'state', inputResponses: {} });
    expect(call).toMatchObject({ isContinued: true, decision: ALLOW });
    const anew = await make(DELETE, result({ content: [] }), { requestState: 'made up' });
    expect(anew.call.isContinued).toBe(false);
  });

  it('stops even such a call where it would be refused by now', async () => {
    let kind: 'ask' | 'hold' = 'ask';
    const { make } = setUp(() => ({ kind, rule: 'r', reason: 'x' }));
    await make(DELETE, result({ resultType: 'input_required', requestState: 'state' }));
    kind = 'hold';
    const { call, next } = await make(DELETE, result({ content: [] }), { requestState: 'state' });
    expect(next).not.toHaveBeenCalled();
    expect(call).toMatchObject({ isContinued: false, status: 'denied' });
  });
});
