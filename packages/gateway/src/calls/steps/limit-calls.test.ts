import { result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import type { Call } from '../../model/call.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall } from '../../model/policy-call.ts';
import { createLimits } from '../limits/limits.ts';
import { aCall } from '../retry/fixtures/a-call.ts';
import { toApprovalState } from '../sent-params.ts';
import { limitCalls } from './let-through.ts';

const KNOWN = toApprovalState('known');

function setUp(calls: number | undefined) {
  const rules = calls === undefined ? [] : [{ name: 'few', per: 'session', calls, windowMs: 60_000 } as const];
  const limits = createLimits({ config: () => rules, clock: createFakeClock(), sessionIdleMs: 1 });
  const factsOf = vi.fn((call: Call): PolicyCall | undefined => {
    const { tool, caller } = call;
    if (tool === undefined) return undefined;
    const { server, definition, resolution } = tool;
    return {
      tool: { server, name: definition.name, resolution, standing: GOOD_STANDING },
      arguments: call.arguments,
      caller: { principal: caller.principal, client: null, mode: 'direct' },
      session: NEW_SESSION,
    };
  });
  const isCounted = vi.fn(({ params }: Call) => params['requestState'] === KNOWN || params['requestState'] === 'other');
  const step = limitCalls({ limits, factsOf, isCounted, sessionKeyOf: ({ caller }) => caller.session ?? '' });
  const next = vi.fn(async () => result({ content: [] }));
  return { run: (call: Call) => step(call, next), next, factsOf, isCounted };
}

describe('limitCalls', () => {
  it('lets calls through up to the limit, and refuses the next one in a way that a model reads', async () => {
    const { run, next } = setUp(1);
    expect(await run(aCall())).toEqual(result({ content: [] }));
    const call = aCall();
    const reply = await run(call);
    const reason =
      'At most 1 call in 60 s is let through in each session, and there were as many. The next one is let through in 60 s.';
    expect(call).toMatchObject({ verdict: 'denied', decision: { kind: 'deny', rule: 'limit: few', reason } });
    const text = `'s__thing' was not called (limit: few). ${reason}`;
    expect(reply).toEqual(result({ content: [{ type: 'text', text }], isError: true }));
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('counts a call once that goes on after questions', async () => {
    const { run, next } = setUp(1);
    await run(aCall());
    for (let round = 0; round < 3; round++) await run(aCall({ set: { isContinued: true } }));
    expect(next).toHaveBeenCalledTimes(4);
  });

  it.each<[string, string, boolean]>([
    ['that was handed out', KNOWN, true],
    ['that a client made up', toApprovalState('made up'), false],
    ['that is of its server', 'other', false],
  ])('counts a call once that comes back with a state %s (%s): %s', async (_what, requestState, isLetThrough) => {
    const { run, next } = setUp(1);
    await run(aCall());
    const call = aCall({ params: { requestState } });
    await run(call);
    expect([call.verdict, next.mock.calls.length]).toEqual(isLetThrough ? [undefined, 2] : ['denied', 1]);
  });

  it('lets nothing through of which nobody knows what it is: that is a bug', async () => {
    const { run, next, factsOf } = setUp(1);
    factsOf.mockReturnValue(undefined);
    await expect(run(aCall())).rejects.toThrow('nobody decided about');
    expect(next).not.toHaveBeenCalled();
  });

  it('looks at nothing where there are no limits', async () => {
    const { run, next, factsOf, isCounted } = setUp(undefined);
    await run(aCall({ params: { requestState: KNOWN } }));
    expect(next).toHaveBeenCalledTimes(1);
    expect([factsOf, isCounted].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
