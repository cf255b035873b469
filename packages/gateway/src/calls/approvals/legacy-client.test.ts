import { failed, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { ANSWER_MS } from '../bridge/limits.ts';
import { APPROVE, DENY, DONE, legacy, NO, SETTINGS, silentLegacy, textOf, YES } from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

/** A call whose client is looking at the form. */
async function asked(caller = legacy()) {
  const made = world.call(caller);
  await world.clock.advance(0);
  const [form] = caller.asked;
  if (form === undefined) throw new Error('The client was not asked.');
  return { ...made, caller, form };
}

describe('an older client that can be asked', () => {
  it.each([
    ['2025-06-18', undefined],
    ['2025-11-25', 'form'],
  ])('is shown a form of its own revision (%s) while its request is open', async (protocolVersion, mode) => {
    const { form, reply } = await asked(legacy({ protocolVersion }));
    expect(form.method).toBe('elicitation/create');
    expect(form.params['mode']).toBe(mode);
    expect(form.params['message']).toContain("'test' wants to call 'Delete note'");
    expect(world.approvals.pending()).toMatchObject([{ id: 'id-1', is_waiting: true }]);
    form.reply(result(APPROVE));
    expect(await reply).toMatchObject(result(DONE));
    expect(world.resolved).toMatchObject([{ status: 'approved', answer: { route: 'client', remember: 'once' } }]);
    expect(world.sent).toHaveLength(1);
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['denies in the form', DENY],
  ])('%s: the call is not made', async (_, response) => {
    const { form, call, reply } = await asked();
    form.reply(result(response));
    expect(textOf(await reply)).toMatch(/a person denied it in the client/);
    expect([call.status, world.sent]).toEqual(['denied', []]);
    expect(world.approvals.answer('id-1', YES)).toMatchObject({
      ok: false,
      error: { kind: 'resolved', approval: { status: 'denied' } },
    });
  });

  it.each<[string, (form: { reply: (reply: ReturnType<typeof result>) => void }) => unknown]>([
    ['closes the form', ({ reply }) => reply(result({ action: 'cancel' }))],
    ['answers what is no answer', ({ reply }) => reply(result({ action: 'accept', content: {} }))],
    ['leaves it unanswered', () => world.clock.advance(ANSWER_MS)],
  ])('%s: its call ends, and the question stays open for others', async (_, end) => {
    const { form, call, reply } = await asked();
    await end(form);
    expect(textOf(await reply)).toMatch(/the client gave no answer/);
    expect(call.status).toBe('expired');
    expect(world.approvals.pending()).toMatchObject([{ id: 'id-1', is_waiting: false }]);
    world.approvals.answer('id-1', YES);
    expect(await world.call(legacy()).reply).toMatchObject(result(DONE));
    expect([world.sent.length, world.asked.length]).toEqual([1, 1]);
  });

  it('is asked again when it makes the call again that nobody answered, about the same question', async () => {
    const first = await asked();
    first.form.reply(result({ action: 'cancel' }));
    await first.reply;
    const second = await asked();
    expect(world.asked).toHaveLength(1);
    second.form.reply(result(APPROVE));
    expect(await second.reply).toMatchObject(result(DONE));
  });

  it.each([
    ['approved', YES, 'ok', 1],
    ['denied', NO, 'denied', 0],
  ])(
    'has its form closed when it was %s elsewhere, and what it says then counts no more',
    async (_, given, status, sent) => {
      const { form, call, reply } = await asked();
      expect(form.signal.aborted).toBe(false);
      world.approvals.answer('id-1', given);
      await reply;
      expect([form.signal.aborted, call.status, world.sent.length]).toEqual([true, status, sent]);
      form.reply(result(given === YES ? DENY : APPROVE));
      await world.clock.advance(0);
      expect([world.resolved.length, world.sent.length]).toEqual([1, sent]);
    },
  );

  it('that cannot show it after all is waited for like one that never said so', async () => {
    const { form, call, reply } = await asked();
    form.reply(failed({ code: -32601, message: 'Method not found' }));
    await world.clock.advance(SETTINGS.waitMs - 1);
    expect(world.approvals.pending()).toMatchObject([{ is_waiting: true }]);
    await world.clock.advance(1);
    expect(textOf(await reply)).toMatch(/there was no answer within 50 s/);
    expect(call.status).toBe('expired');
  });

  it('goes away: the question goes with it, and so does the form', async () => {
    const { caller, form, call, reply } = await asked();
    caller.cancel();
    expect(await reply).toMatchObject({ kind: 'error', error: { code: -32060, data: { error: 'cancelled' } } });
    expect([call.status, form.signal.aborted]).toEqual(['cancelled', true]);
    expect(world.resolved).toMatchObject([{ id: 'id-1', status: 'cancelled', answer: null }]);
    expect(world.approvals.answer('id-1', YES)).toMatchObject({
      ok: false,
      error: { kind: 'resolved', approval: { status: 'cancelled' } },
    });
    expect([world.approvals.pending(), world.sent]).toEqual([[], []]);
  });

  it.each(['local', 'ci'])(
    'of %s is not offered an approval that lasts, and gets none by asking for it',
    async (principal) => {
      const caller = legacy({ principal });
      const first = world.call(caller);
      await world.clock.advance(0);
      const [form] = caller.asked;
      expect(JSON.stringify(form?.params)).not.toContain('remember');
      form?.reply(result({ action: 'accept', content: { decision: 'approve', remember: 'always', scope: 'tool' } }));
      await first.reply;
      expect(world.resolved).toMatchObject([
        { status: 'approved', answer: { remember: 'once', route: 'client', presence: 'none', by: principal } },
      ]);
      expect(world.approvals.grants()).toEqual([]);
      const again = legacy({ principal });
      void world.call(again, { name: 'notes__delete', arguments: { id: '2' } }).reply;
      await world.clock.advance(0);
      expect(again.asked).toHaveLength(1);
    },
  );
});

describe('an older client that cannot be asked', () => {
  it.each([
    ['says nothing of it', silentLegacy()],
    ['has no way back', legacy({ ask: undefined })],
  ])('because it %s waits for others', async (_, caller) => {
    const { reply } = world.call(caller);
    await world.clock.advance(0);
    expect(caller.asked).toEqual([]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject(result(DONE));
  });
});
