import { result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { Call } from '../../model/call.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall } from '../../model/policy-call.ts';
import { createLimits } from '../limits/limits.ts';
import { aCall, aTool, type CallOptions, READ } from '../retry/fixtures/a-call.ts';
import { toApprovalState } from '../sent-params.ts';
import { limitCalls } from './authorize-call.ts';

const KNOWN = toApprovalState('known');

function setUp(calls: number | undefined) {
  const rules = calls === undefined ? [] : [{ name: 'few', per: 'session', calls, windowMs: 60_000 } as const];
  const limits = createLimits({ rules, clock: createFakeClock(), sessionIdleMs: 1 });
  const knows = vi.fn(({ params }: Call) => params['requestState'] === KNOWN || params['requestState'] === 'other');
  const step = limitCalls({ limits, approvals: { knows } });
  const next = vi.fn(async () => result({ content: [] }));
  return { run: (call: Call) => step(call, next), next, limits, knows };
}

/** A call that was decided about. */
function decided(options: CallOptions = {}): Call {
  const call = aCall(options);
  const { server, definition, resolution } = aTool(READ);
  const facts: PolicyCall = {
    tool: { server, name: definition.name, resolution, standing: GOOD_STANDING },
    arguments: call.arguments,
    caller: { principal: call.caller.principal, client: null, mode: 'direct' },
    session: NEW_SESSION,
  };
  const policy = { decide: () => expect.unreachable(), explain: () => expect.unreachable() };
  const session = {
    key: call.caller.session ?? '',
    facts: () => NEW_SESSION,
    countCall: () => {},
    countAnswer: () => {},
  };
  return Object.assign(call, { weighed: { session, facts, policy } });
}

describe('limitCalls', () => {
  it('lets calls through up to the limit, and refuses the next one in a way that a model reads', async () => {
    const { run, next } = setUp(1);
    expect(await run(decided())).toEqual(result({ content: [] }));
    const call = decided();
    const reply = await run(call);
    const reason = 'The limit is 1 call in 60 s in each session, and it is reached. The next call is allowed in 60 s.';
    expect(call).toMatchObject({ status: 'denied', decision: { kind: 'deny', rule: 'limit: few', reason } });
    const text = `'s__thing' was not called (limit: few). ${reason}`;
    expect(reply).toEqual(result({ content: [{ type: 'text', text }], isError: true }));
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('counts a call once that goes on after questions', async () => {
    const { run, next } = setUp(1);
    await run(decided());
    for (let round = 0; round < 3; round++) await run(decided({ set: { isContinued: true } }));
    expect(next).toHaveBeenCalledTimes(4);
  });

  it.each<[string, string, boolean]>([
    ['that was handed out', KNOWN, true],
    ['that a client made up', toApprovalState('made up'), false],
    ['that is of its server', 'other', false],
  ])('counts a call once that comes back with a state %s (%s): %s', async (_what, requestState, isLetThrough) => {
    const { run, next } = setUp(1);
    await run(decided());
    const call = decided({ params: { requestState } });
    await run(call);
    expect([call.status, next.mock.calls.length]).toEqual(isLetThrough ? ['running', 2] : ['denied', 1]);
  });

  it('rejects a call that the policy has not decided about', async () => {
    const { run, next } = setUp(1);
    await expect(run(aCall())).rejects.toThrow('before the policy decided');
    expect(next).not.toHaveBeenCalled();
  });

  it('looks at nothing where there are no limits', async () => {
    const { run, next, limits, knows } = setUp(undefined);
    const take = vi.spyOn(limits, 'take');
    await run(decided({ params: { requestState: KNOWN } }));
    expect(next).toHaveBeenCalledTimes(1);
    expect([take.mock.calls, knows.mock.calls]).toEqual([[], []]);
  });
});
