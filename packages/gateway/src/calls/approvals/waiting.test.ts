import { describe, expect, it } from 'vitest';
import { DONE, NO, PARAMS, SETTINGS, silentLegacy, silentModern, textOf, YES } from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

describe.each([
  ['an older client', silentLegacy],
  ['a client of 2026-07-28', silentModern],
])('the call of %s that cannot be asked', (_, client) => {
  it.each(['page', 'cli', 'api'] as const)('goes on when it is approved by %s', async (route) => {
    const { call, reply } = world.call(client());
    await world.clock.advance(1_000);
    const answered = world.approvals.answer('id-1', { ...YES, route });
    expect(answered).toMatchObject({ ok: true, value: { status: 'approved', is_waiting: false, answer: { route } } });
    expect(await reply).toMatchObject({ result: DONE });
    expect([call.status, call.approval]).toEqual(['ok', 'id-1']);
    expect(world.sent).toEqual([PARAMS]);
    expect(world.asked).toMatchObject([
      {
        id: 'id-1',
        callSeq: 1,
        callId: 'call-1',
        session: null,
        server: 'notes',
        tool: 'delete',
        title: 'Delete note',
        class: 'destructive',
        effective: { destructiveHint: { value: true, source: 'default' } },
        rule: 'default: destructive',
        reason: 'It destroys.',
        arguments: { text: '{"id":"1"}' },
        client: 'test',
        principal: 'local',
        mode: 'direct',
        at: 1_000_000,
        expiresAt: 1_000_000 + SETTINGS.expiryMs,
      },
    ]);
    expect(world.resolved).toEqual([
      {
        id: 'id-1',
        status: 'approved',
        at: 1_001_000,
        answer: { ...YES, route, at: new Date(1_001_000).toISOString() },
      },
    ]);
  });

  it('ends when it is denied, with what the agent should know', async () => {
    const { call, reply } = world.call(client());
    await world.clock.advance(0);
    world.approvals.answer('id-1', { ...NO, remember: 'always' });
    expect(textOf(await reply)).toBe(
      "'notes__delete' was not called: a person denied it on the command line. Do not try it again, nor in another way, unless the user asks for it.",
    );
    expect([call.status, world.sent, world.approvals.grants()]).toEqual(['denied', [], []]);
    expect(world.resolved).toMatchObject([{ status: 'denied', answer: { remember: 'once' } }]);
  });

  it('gives up after a while and says what to do; approved then, the same call passes once', async () => {
    const { call, reply } = world.call(client());
    await world.clock.advance(SETTINGS.waitMs);
    expect(textOf(await reply)).toBe(
      "'notes__delete' was not called: it needs the approval of a person (default: destructive: It destroys.), and there was no answer within 50 s. " +
        'Do not repeat it in a loop: tell the user that it waits for them. Once it is approved, the same call with the same arguments passes. ' +
        `To approve it, until ${new Date(1_000_000 + SETTINGS.expiryMs).toISOString()}: toolmark approvals approve id-1, or at http://127.0.0.1:7420/approvals/id-1`,
    );
    expect([call.status, call.approval, world.resolved]).toEqual(['expired', 'id-1', []]);
    expect(world.approvals.get('id-1')).toMatchObject({ status: 'pending', is_waiting: false });
    world.approvals.answer('id-1', YES);
    const again = world.call(client());
    expect(await again.reply).toMatchObject({ result: DONE });
    expect(again.call).toMatchObject({
      approval: 'id-1',
      decision: {
        kind: 'allow',
        rule: 'default: destructive',
        reason: expect.stringMatching(/^Approved for one call on the command line at /),
      },
    });
    expect([world.sent.length, world.asked.length]).toEqual([1, 1]);
    const third = world.call(client());
    await world.clock.advance(0);
    expect([world.sent.length, world.asked.length]).toEqual([1, 2]);
    world.approvals.answer('id-2', NO);
    await third.reply;
  });

  it('takes up its question where it is made again meanwhile', async () => {
    await Promise.all([world.call(client()).reply, world.clock.advance(SETTINGS.waitMs)]);
    const again = world.call(client());
    await world.clock.advance(0);
    expect([world.asked.length, world.approvals.pending()]).toMatchObject([1, [{ is_waiting: true }]]);
    world.approvals.answer('id-1', YES);
    expect(await again.reply).toMatchObject({ result: DONE });
    // Used up by the call that waited.
    void world.call(client());
    await world.clock.advance(0);
    expect([world.sent.length, world.asked.length]).toEqual([1, 2]);
  });

  it.each<[string, object, object]>([
    ['other arguments', { arguments: { id: '2' } }, {}],
    ['another principal', {}, { principal: 'eve' }],
    ['another session', {}, { conversation: 'another' }],
    ['another client', {}, { client: { name: 'other', version: '1' } }],
  ])('is not let through by what was approved for %s', async (_case, params, caller) => {
    await Promise.all([world.call(client()).reply, world.clock.advance(SETTINGS.waitMs)]);
    world.approvals.answer('id-1', YES);
    void world.call(client(caller), { ...PARAMS, ...params });
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
  });

  it.each<[string, () => void]>([
    ['the hints of the tool have changed', () => world.declare({ readOnlyHint: false, destructiveHint: false })],
    ['another rule asks', () => world.decide({ kind: 'ask', rule: 'rule 1', reason: '' })],
  ])('is not let through by what was approved before %s', async (_case, change) => {
    await Promise.all([world.call(client()).reply, world.clock.advance(SETTINGS.waitMs)]);
    world.approvals.answer('id-1', YES);
    change();
    void world.call(client());
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
  });

  it('is let through by a late approval for as long as there was to give one', async () => {
    await Promise.all([world.call(client()).reply, world.clock.advance(SETTINGS.waitMs)]);
    world.approvals.answer('id-1', YES);
    await world.clock.advance(SETTINGS.expiryMs);
    void world.call(client());
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
  });

  it('cannot be approved after the question has expired', async () => {
    await Promise.all([world.call(client()).reply, world.clock.advance(SETTINGS.expiryMs)]);
    expect(world.resolved).toMatchObject([{ id: 'id-1', status: 'expired', answer: null }]);
    expect(world.approvals.answer('id-1', YES)).toMatchObject({
      ok: false,
      error: { kind: 'resolved', approval: { status: 'expired', answer: null } },
    });
    void world.call(client());
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
  });

  it('goes away with its request', async () => {
    const caller = client();
    const { call, reply } = world.call(caller);
    await world.clock.advance(0);
    const timers = world.clock.pending();
    caller.cancel();
    expect(await reply).toMatchObject({ kind: 'error', error: { data: { error: 'cancelled' } } });
    expect(call.status).toBe('cancelled');
    expect(world.resolved).toMatchObject([{ status: 'cancelled' }]);
    // That of its waiting and that of its expiry.
    expect(world.clock.pending()).toBe(timers - 2);
    const gone = world.call(caller);
    expect(await gone.reply).toMatchObject({ error: { data: { error: 'cancelled' } } });
    expect([gone.call.approval, world.asked.length]).toEqual([undefined, 1]);
  });

  it('ends with the gateway, and can be approved no more', async () => {
    const { call, reply } = world.call(client());
    await world.clock.advance(0);
    await world.approvals.close();
    expect(textOf(await reply)).toMatch(/the gateway is stopping/);
    expect([call.status, world.resolved.length, world.clock.pending()]).toEqual(['expired', 1, 0]);
    expect(world.approvals.answer('id-1', YES)).toMatchObject({
      ok: false,
      error: { kind: 'resolved', approval: { status: 'expired' } },
    });
    const late = world.call(client());
    expect(textOf(await late.reply)).toMatch(/the gateway is stopping/);
    expect([late.call.status, world.asked.length, world.sent]).toEqual(['expired', 1, []]);
  });
});
