import { type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import {
  APPROVE,
  ASK,
  comeBackWith,
  createApprovalsWorld,
  DENY,
  DONE,
  modern,
  NO,
  PARAMS,
  SETTINGS,
  silentModern,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { dataDir, useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

const STALE = /^'notes__delete' was not called: what was asked is open no more, or was about another call/;
const SENT = { name: 'notes__delete', arguments: { id: '1' } };

describe('a client of 2026-07-28 that can be asked', () => {
  it('gets the question as an answer to its request, and its call waits for nobody meanwhile', async () => {
    const { call, reply } = world.call(modern());
    expect(await reply).toMatchObject({
      kind: 'result',
      result: {
        resultType: 'input_required',
        inputRequests: {
          approval: {
            method: 'elicitation/create',
            params: { mode: 'form', message: expect.stringContaining('Delete note'), requestedSchema: {} },
          },
        },
        requestState: expect.stringContaining('secret-'),
      },
    });
    expect(call).toMatchObject({ status: 'waiting', approval: 'id-1' });
    expect(world.sent).toEqual([]);
    expect(world.approvals.pending()).toMatchObject([
      { id: 'id-1', status: 'pending', call_id: 'call-1', is_waiting: false, arguments: { value: { id: '1' } } },
    ]);
  });

  it('comes back with a yes: the call is made once, without what was an answer to us', async () => {
    const first = await world.call(modern()).reply;
    const back = comeBackWith(first, APPROVE);
    const { call, reply } = world.call(modern(), back);
    expect(await reply).toMatchObject({ kind: 'result', result: DONE });
    expect(call).toMatchObject({ status: 'ok', approval: 'id-1', decision: ASK });
    expect(world.sent).toEqual([SENT]);
    expect(world.resolved).toMatchObject([
      {
        id: 'id-1',
        status: 'approved',
        answer: { decision: 'approve', remember: 'once', route: 'client', by: 'local' },
      },
    ]);
    const again = world.call(modern(), back);
    expect(textOf(await again.reply)).toMatch(/was used by another call/);
    expect([again.call.status, world.sent.length]).toEqual(['expired', 1]);
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['denies in the form', DENY],
  ])('%s: the call is not made, and not by asking again either', async (_, response) => {
    const first = await world.call(modern()).reply;
    const { call, reply } = world.call(modern(), comeBackWith(first, response));
    expect(textOf(await reply)).toMatch(/a person denied it in the client/);
    expect(call).toMatchObject({ status: 'denied', approval: 'id-1' });
    const again = world.call(modern(), comeBackWith(first, APPROVE));
    await again.reply;
    expect([again.call.status, world.sent]).toEqual(['denied', []]);
    expect(world.resolved).toMatchObject([{ status: 'denied' }]);
  });

  it.each([
    ['closes the form', { action: 'cancel' }],
    ['answers something that is no answer', { action: 'accept', content: { ok: true } }],
    ['answers nonsense', 'yes'],
  ])('%s: its call ends, the question stays open, and is taken up by the same call', async (_, response) => {
    const first = await world.call(modern()).reply;
    const { call, reply } = world.call(modern(), comeBackWith(first, response));
    expect(textOf(await reply)).toMatch(/the client gave no answer.*toolmark approvals approve id-1, or at http/);
    expect(call.status).toBe('expired');
    expect([world.approvals.pending().length, world.resolved]).toEqual([1, []]);
    expect(await world.call(modern(), comeBackWith(first, APPROVE)).reply).toSatisfy((old) => STALE.test(textOf(old)));
    const second = await world.call(modern()).reply;
    expect(world.asked).toHaveLength(1);
    await world.call(modern(), comeBackWith(second, APPROVE)).reply;
    expect(world.sent).toEqual([SENT]);
  });

  it('is asked the same again where it comes back without an answer', async () => {
    const first = await world.call(modern()).reply;
    const { inputResponses, ...back } = comeBackWith(first, undefined);
    const second = await world.call(modern(), back).reply;
    const questionsOf = (reply: RpcReply) =>
      reply.kind === 'result' && [reply.result['inputRequests'], reply.result['requestState']];
    expect(questionsOf(second)).toEqual(questionsOf(first));
    expect([world.asked.length, world.sent]).toEqual([1, []]);
  });

  it.each<[string, unknown]>([
    ['accepts', APPROVE],
    ['closes the form', { action: 'cancel' }],
  ])('%s after it was approved elsewhere: the call is made once', async (_, response) => {
    const first = await world.call(modern()).reply;
    expect(world.approvals.answer('id-1', YES)).toMatchObject({ ok: true, value: { status: 'approved' } });
    const back = comeBackWith(first, response);
    expect(await world.call(modern(), back).reply).toMatchObject({ result: DONE });
    expect(textOf(await world.call(modern(), back).reply)).toMatch(/was used by another call/);
    expect(world.sent).toEqual([SENT]);
    // Nor by the same call made anew.
    expect(await world.call(modern()).reply).toMatchObject({ result: { resultType: 'input_required' } });
    expect(world.sent).toHaveLength(1);
  });

  it('declines after it was approved elsewhere: the call is not made, and that approval is used up', async () => {
    const first = await world.call(modern()).reply;
    world.approvals.answer('id-1', { ...YES, route: 'page' });
    const { call, reply } = world.call(modern(), comeBackWith(first, DENY));
    expect(textOf(await reply)).toMatch(
      /approved on the page and denied in the client, and the stricter answer counts/,
    );
    expect(call.status).toBe('denied');
    expect(textOf(await world.call(modern(), comeBackWith(first, APPROVE)).reply)).toMatch(/was used/);
    expect(await world.call(modern()).reply).toMatchObject({ result: { resultType: 'input_required' } });
    expect(world.sent).toEqual([]);
  });

  it('accepts after it was denied elsewhere: the call is not made', async () => {
    const first = await world.call(modern()).reply;
    world.approvals.answer('id-1', NO);
    const { call, reply } = world.call(modern(), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(/it was already denied on the command line/);
    expect([call.status, world.sent]).toEqual(['denied', []]);
  });

  it('may leave the form alone when it was approved elsewhere, and make the same call again', async () => {
    const first = await world.call(modern()).reply;
    world.approvals.answer('id-1', YES);
    expect(await world.call(modern()).reply).toMatchObject({ result: DONE });
    expect(textOf(await world.call(modern(), comeBackWith(first, APPROVE)).reply)).toMatch(/was used/);
    expect(world.sent).toHaveLength(1);
  });

  it('is too late when the question has expired', async () => {
    const first = await world.call(modern()).reply;
    await world.clock.advance(SETTINGS.expiryMs);
    const { call, reply } = world.call(modern(), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(/the time to give it is over/);
    expect([call.status, world.sent]).toEqual(['expired', []]);
    expect(world.resolved).toMatchObject([{ status: 'expired', answer: null }]);
    expect(world.approvals.answer('id-1', YES)).toMatchObject({
      ok: false,
      error: { kind: 'resolved', approval: { status: 'expired' } },
    });
  });

  it('is too late when it was approved elsewhere, long ago', async () => {
    const first = await world.call(modern()).reply;
    world.approvals.answer('id-1', YES);
    await world.clock.advance(SETTINGS.expiryMs);
    const { call, reply } = world.call(modern(), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(/the time to give it is over/);
    expect([call.status, world.sent]).toEqual(['expired', []]);
  });

  it.each<[string, () => void, object, Parameters<typeof modern>[0]]>([
    ['other arguments', () => {}, { arguments: { id: '2' } }, {}],
    ['no arguments', () => {}, { arguments: undefined }, {}],
    ['somebody else’s state', () => {}, {}, { principal: 'eve' }],
    ['a state that never was', () => {}, { requestState: 'toolmark-approval.guess' }, {}],
    ['hints that are others now', () => world.declare({ readOnlyHint: false, openWorldHint: false }), {}, {}],
    ['another rule by now', () => world.decide({ ...ASK, rule: 'rule 1' }), {}, {}],
    ['no need to ask any more', () => world.decide({ kind: 'allow', rule: 'rule 1', reason: '' }), {}, {}],
  ])('is refused with %s, and the question stays open', async (_, change, params, caller) => {
    const first = await world.call(modern()).reply;
    change();
    const back = { ...comeBackWith(first, APPROVE), ...params };
    const { call, reply } = world.call(modern(caller), back);
    expect(textOf(await reply)).toMatch(STALE);
    expect([call.status, call.approval, world.sent]).toEqual(['expired', undefined, []]);
    expect(world.approvals.pending()).toHaveLength(1);
  });

  it('after a restart finds its question gone, and is told to call again', async () => {
    const first = await world.call(modern()).reply;
    await world.approvals.close();
    const next = await createApprovalsWorld(dataDir);
    const { call, reply } = next.call(modern(), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(STALE);
    expect([call.status, next.sent]).toEqual(['expired', []]);
    await next.approvals.close();
  });

  it('is not asked in place of a server whose state it has: others are', async () => {
    const params = { ...PARAMS, requestState: 'of the server', inputResponses: { q: 1 } };
    const { reply } = world.call(modern(), params);
    await world.clock.advance(0);
    expect(world.approvals.pending()).toMatchObject([{ is_waiting: true }]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject({ result: DONE });
    expect(world.sent).toEqual([params]);
  });
});

describe('a client of 2026-07-28 that cannot be asked', () => {
  it.each([
    ['nothing', {}],
    ['questions that lead to a page', { elicitation: { url: {} } }],
  ])('because it knows %s waits for others', async (_, capabilities) => {
    const { call, reply } = world.call(silentModern({ capabilities }));
    await world.clock.advance(0);
    expect(world.approvals.pending()).toMatchObject([{ is_waiting: true }]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject(result({ ...DONE, resultType: 'complete' }));
    expect([call.status, call.approval, world.sent]).toEqual(['ok', 'id-1', [SENT]]);
  });
});
