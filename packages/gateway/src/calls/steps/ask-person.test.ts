import { resolve } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { UNCURATED } from '../../catalog/curation.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { GOOD_STANDING } from '../../model/policy-call.ts';
import { createPolicyTools } from '../../policy/create-policy.ts';
import { createSessionLedger } from '../../sessions/session-ledger.ts';
import type { AskOutcome } from '../approvals/approvals.ts';
import { createContinuations } from '../continuations.ts';
import { compose, createCall } from '../pipeline.ts';
import { outgoingParams } from '../sent-params.ts';
import { type AskPersonDeps, askPerson, decideCall } from './authorize-call.ts';

const ASK: CallDecision = { kind: 'ask', rule: 'r', reason: 'why' };
const STATE = 'toolmark-approval.x';
const DONE = result({ content: [] });
const REPLY = failed({ code: -1, message: '' });

function approvalsThat(outcome: AskOutcome, granted?: ReturnType<AskPersonDeps['approvals']['granted']>) {
  return {
    granted: vi.fn(() => granted),
    ask: vi.fn<AskPersonDeps['approvals']['ask']>(async () => outcome),
    grantHolders: new Map([['bond', {}]]),
    keepGrants: vi.fn(),
  };
}

function callOf(change: Partial<Call> = {}, params: JsonObject = { name: 'a' }): Call {
  const start = { id: '1', seq: 1, name: 'a', params, arguments: undefined, caller: modernCaller(), startedAt: 0 };
  return { ...createCall(start), decision: ASK, ...change };
}

async function run(approvals: AskPersonDeps['approvals'], call: Call) {
  const next = vi.fn<() => Promise<RpcReply>>(async () => DONE);
  const reply = await askPerson({ approvals })(call, next);
  return { reply, isSent: next.mock.calls.length === 1 };
}

describe('the step that asks', () => {
  it.each<[string, Partial<Call>]>([
    ['is allowed', { decision: { ...ASK, kind: 'allow' } }],
    ['was let through before', { isContinued: true }],
  ])('passes on what %s', async (_, change) => {
    const approvals = approvalsThat({ kind: 'approved', approval: 'x' });
    expect(await run(approvals, callOf(change))).toEqual({ reply: DONE, isSent: true });
    expect([approvals.ask, approvals.granted].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(approvals.keepGrants).toHaveBeenCalledOnce();
  });

  it('passes on what was granted, and says by what', async () => {
    const decision: CallDecision = { kind: 'allow', rule: 'r', reason: 'granted' };
    const approvals = approvalsThat({ kind: 'approved', approval: 'x' }, { approval: 'g', decision });
    const call = callOf();
    expect(await run(approvals, call)).toEqual({ reply: DONE, isSent: true });
    expect([call.decision, call.approval, approvals.ask.mock.calls.length]).toEqual([decision, 'g', 0]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'as it came',
      { name: 'a', requestState: 'theirs', inputResponses: {} },
      { name: 'a', requestState: 'theirs', inputResponses: {} },
    ],
    ['without our own', { name: 'a', requestState: STATE, inputResponses: {}, x: 1 }, { name: 'a', x: 1 }],
  ])('sends on what was approved, %s', async (_, params, outgoing) => {
    const call = callOf({}, params);
    const { isSent } = await run(approvalsThat({ kind: 'approved', approval: 'x' }), call);
    expect([isSent, call.approval, outgoingParams(call), call.decision]).toEqual([true, 'x', outgoing, ASK]);
  });

  it.each<[AskOutcome, Call['status']]>([
    [{ kind: 'refused', approval: 'x', status: 'denied', reply: REPLY }, 'denied'],
    [{ kind: 'refused', approval: 'x', status: 'expired', reply: REPLY }, 'expired'],
    [{ kind: 'refused', approval: 'x', status: 'cancelled', reply: REPLY }, 'running'],
    [{ kind: 'questions', approval: 'x', reply: REPLY }, 'running'],
  ])('ends what is %o', async (outcome, status) => {
    const call = callOf();
    expect(await run(approvalsThat(outcome), call)).toEqual({ reply: REPLY, isSent: false });
    expect([call.status, call.approval]).toEqual([status, 'x']);
  });

  it('reads an answer to us in a call that is allowed by now', async () => {
    const approvals = approvalsThat({ kind: 'refused', approval: 'x', status: 'denied', reply: REPLY });
    const call = callOf({ decision: { ...ASK, kind: 'allow' } }, { name: 'a', requestState: STATE });
    const { isSent } = await run(approvals, call);
    expect([isSent, approvals.granted.mock.calls.length]).toEqual([false, 0]);
  });

  it('leaves an answer to a gateway behind this one as it is', async () => {
    const params = { name: 'a', requestState: STATE, inputResponses: {} };
    const approvals = approvalsThat({ kind: 'refused', approval: 'x', status: 'denied', reply: REPLY });
    const call = callOf({ isContinued: true }, params);
    const { isSent } = await run(approvals, call);
    expect([isSent, outgoingParams(call), approvals.ask.mock.calls.length]).toEqual([true, params, 0]);
  });

  it('rejects a call that the policy has not decided about', async () => {
    const approvals = approvalsThat({ kind: 'approved', approval: 'x' });
    await expect(run(approvals, callOf({ decision: undefined }))).rejects.toThrow('policy has not decided');
  });

  it('is not passed by a question of ours that looks like one of a server', async () => {
    const definition = { name: 'a', inputSchema: { type: 'object' } };
    const tool = {
      server: 's',
      definition,
      resolution: resolve(definition),
      curation: UNCURATED,
    } as unknown as CatalogTool;
    const questions = result({ resultType: 'input_required', requestState: STATE });
    const approvals = approvalsThat({ kind: 'questions', approval: 'x', reply: questions });
    const clock = { now: () => 0 };
    const sent: Call[] = [];
    const pipeline = compose([
      decideCall({
        policy: { value: { decide: () => ASK, explain: () => ({ decision: ASK, ask: null, steps: [] }) } },
        policyTools: createPolicyTools({ of: () => GOOD_STANDING }),
        ledger: createSessionLedger({ now: clock.now, idleMs: 1, stored: async () => undefined }),
        continuations: createContinuations(clock),
      }),
      askPerson({ approvals }),
      async (call) => {
        sent.push(call);
        return DONE;
      },
    ]);
    await pipeline(callOf({ tool, decision: undefined }));
    approvals.ask.mockResolvedValue({ kind: 'refused', approval: 'x', status: 'denied', reply: REPLY });
    const back = callOf({ tool, decision: undefined }, { name: 'a', requestState: STATE });
    expect([await pipeline(back), sent]).toEqual([REPLY, []]);
  });
});
