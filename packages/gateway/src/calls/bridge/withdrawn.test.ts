import { result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { capable, DONE, PARAMS, parkingWorld, retry, stateOf, YES } from '../../core/fixtures/parking-world.ts';
import { CANCEL, FORM, old, pipe } from '../../core/fixtures/pipe.ts';

describe('a question that its server withdraws', () => {
  it('is closed at the client, and not put to another request', async () => {
    const [first, second] = [old('one'), old('one')];
    const { ask } = pipe(first, second);
    const withdrawal = new AbortController();
    const answer = ask(FORM, 'elicitation/create', withdrawal.signal);
    withdrawal.abort();
    expect(await answer).toEqual(CANCEL);
    expect([first.asked.length, second.asked[0]?.signal.aborted]).toEqual([0, true]);
    expect(await ask(FORM, 'elicitation/create', withdrawal.signal)).toEqual(CANCEL);
    expect([first.asked.length, second.asked.length]).toEqual([0, 1]);
  });

  it('is gone for a 2026-07-28 client, before it was asked and after', async () => {
    const { core, server, gather, clock } = parkingWorld();
    const reply = core.handle('tools/call', PARAMS, capable());
    const [early, late] = [new AbortController(), new AbortController()];
    const unseen = server.last().ask('elicitation/create', FORM, early.signal);
    early.abort();
    expect(await unseen).toEqual(result({ action: 'cancel' }));
    expect(clock.planned()).toBe(0);
    const seen = server.last().ask('elicitation/create', FORM, late.signal);
    const never = server.last().ask('elicitation/create', FORM, early.signal);
    expect(await never).toEqual(result({ action: 'cancel' }));
    await gather();
    const state = stateOf(await reply);
    late.abort();
    expect(await seen).toEqual(result({ action: 'cancel' }));
    const next = retry(core, state, { q2: YES });
    server.last().reply(result({ content: [] }));
    expect(await next).toEqual(result(DONE));
  });
});
