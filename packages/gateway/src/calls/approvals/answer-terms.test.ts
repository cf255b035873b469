import type { AskTerms } from '@toolmark/api-contract';
import type { PolicyRule } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { createPolicy } from '../../policy/create-policy.ts';
import { callOf, configOf, toolOf } from '../../policy/fixtures/calls.ts';
import {
  APPROVE,
  comeBackWith,
  DONE,
  legacy,
  modern,
  SETTINGS,
  silentLegacy,
  silentModern,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { approve, passes } from './fixtures/remembering.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

const PASSKEY = { presence: 'passkey' } as const;
const BY_PASSKEY = { ...YES, route: 'page', ...PASSKEY } as const;

/** What a rule with terms of its own decides. */
function askedBy(ask: Partial<AskTerms>): ReturnType<ReturnType<typeof createPolicy>['decide']> {
  const rule: Omit<PolicyRule, 'name'> = { decision: 'ask', tool: ['delete*'], ask };
  return createPolicy(configOf([rule])).decide(callOf(toolOf({ name: 'delete' })));
}

describe.each([
  ['for all questions', (terms: Partial<AskTerms>) => world.set(terms)],
  ['for those of a rule', (terms: Partial<AskTerms>) => world.decide(askedBy(terms))],
])('P29: routes %s', (_, limit) => {
  it.each([
    ['an older client', legacy],
    ['one of 2026-07-28', modern],
  ])('without client: %s is not asked, and its call waits for the others', async (_era, client) => {
    limit({ routes: ['page', 'cli'] });
    const caller = client();
    const { reply } = world.call(caller);
    await settle();
    expect([caller.asked, world.approvals.pending()]).toMatchObject([
      [],
      [{ routes: ['page', 'cli'], is_waiting: true }],
    ]);
    world.approvals.answer('id-1', { ...YES, route: 'page' });
    expect(await reply).toMatchObject({ result: DONE });
  });

  it('without the way by which somebody answers: that is refused, and the call goes on waiting', async () => {
    limit({ routes: ['client', 'page'] });
    const { call, reply } = world.call(silentLegacy());
    await settle();
    for (const [decision, route] of [
      ['approve', 'cli'],
      ['deny', 'api'],
    ] as const)
      expect(world.approvals.answer('id-1', { ...YES, decision, route })).toEqual({
        ok: false,
        error: { kind: 'not-allowed', message: expect.stringMatching(/Answer it in the client or on the page\.$/) },
      });
    expect([call.status, world.sent, world.resolved]).toEqual(['running', [], []]);
    world.approvals.answer('id-1', { ...YES, route: 'page' });
    expect(await reply).toMatchObject({ result: DONE });
  });

  it.each([
    ['an older client', silentLegacy],
    ['one of 2026-07-28', silentModern],
  ])('with client only: the call of %s that cannot ask is refused at once', async (_era, client) => {
    limit({ routes: ['client'] });
    const { call, reply } = world.call(client());
    expect(textOf(await reply)).toMatch(
      /no person can be asked.* takes an approval only in the client \(policy\.ask\)\.$/,
    );
    expect([call.status, world.asked, world.sent]).toEqual(['denied', [], []]);
  });

  it('without the way by which a call was confirmed: it is refused, and says what to do', async () => {
    limit({ routes: ['page'] });
    const { call, reply } = world.call(silentModern({ mode: 'cli', confirmed: { route: 'cli', by: 'ada' } }));
    expect(textOf(await reply)).toMatch(
      /Answers on the command line are switched off .* Answer it on the page\. Call it without\.$/,
    );
    expect([call.status, world.asked, world.sent]).toEqual(['denied', [], []]);
  });

  it('is told only the ways that there are', async () => {
    limit({ routes: ['page', 'api'] });
    const { reply } = world.call(silentLegacy());
    await world.clock.advance(SETTINGS.waitMs);
    expect(textOf(await reply)).toMatch(/To approve it, until \S+: at http:\/\/127\.0\.0\.1:7420\/approvals\/id-1$/);
  });
});

describe('a way that is switched off', () => {
  it('P29: after a client was asked: its yes counts no more', async () => {
    const first = await world.call(modern()).reply;
    world.set({ routes: ['page'] });
    const { call, reply } = world.call(modern(), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(/the client may not answer/);
    expect([call.status, world.sent, world.resolved]).toEqual(['expired', [], []]);
  });

  it('P32: after a call was approved by it: the grant, and what was approved late, hold no more', async () => {
    await approve(world, 'always');
    const { reply } = world.call(silentLegacy({ client: { name: 'late', version: '1' } }));
    await world.clock.advance(SETTINGS.waitMs);
    await reply;
    world.approvals.answer('id-3', YES);
    world.set({ routes: ['page'] });
    expect(await passes(world)).toBe(false);
    expect(await passes(world, silentLegacy({ client: { name: 'late', version: '1' } }))).toBe(false);
    world.set({ routes: ['cli'] });
    expect(await passes(world)).toBe(true);
    expect(await passes(world, silentLegacy({ client: { name: 'late', version: '1' } }))).toBe(true);
  });
});

describe('a token whose client may not answer', () => {
  it.each([
    ['an older client', legacy],
    ['one of 2026-07-28', modern],
  ])('P29: %s is not asked, others are', async (_, client) => {
    const caller = client({ mayAnswer: false });
    const { reply } = world.call(caller);
    await settle();
    expect([caller.asked, world.approvals.pending()]).toMatchObject([[], [{ is_waiting: true }]]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject({ result: DONE });
  });

  it('does not answer the question of another client with its state', async () => {
    const first = await world.call(modern()).reply;
    const { reply } = world.call(modern({ mayAnswer: false }), comeBackWith(first, APPROVE));
    expect(textOf(await reply)).toMatch(/the client may not answer/);
    expect(world.sent).toEqual([]);
  });
});

describe.each([
  ['for all questions', () => world.set(PASSKEY)],
  ['for those of a rule', () => world.decide(askedBy(PASSKEY))],
])('P30: presence %s', (_, demand) => {
  it('is shown: only the page approves, with a passkey, and anybody denies', async () => {
    demand();
    const caller = legacy();
    const { reply } = world.call(caller);
    await settle();
    expect([caller.asked, world.approvals.get('id-1')]).toMatchObject([[], { presence_required: true }]);
    for (const route of ['client', 'page', 'cli', 'api'] as const)
      expect(world.approvals.answer('id-1', { ...YES, route })).toMatchObject({
        error: { kind: 'not-allowed', message: expect.stringContaining('takes a passkey') },
      });
    expect(world.sent).toEqual([]);
    expect(world.approvals.answer('id-1', BY_PASSKEY)).toMatchObject({ ok: true });
    expect(await reply).toMatchObject({ result: DONE });
    expect(world.resolved).toMatchObject([{ answer: { route: 'page', presence: 'passkey' } }]);
    const next = world.call(silentLegacy());
    await settle();
    expect(world.approvals.answer('id-2', { ...YES, decision: 'deny' })).toMatchObject({ ok: true });
    expect(textOf(await next.reply)).toMatch(/denied it on the command line/);
  });

  it('is not shown by a yes that comes with the call', async () => {
    demand();
    const { reply } = world.call(silentModern({ confirmed: { route: 'page', by: 'ada' } }));
    expect(textOf(await reply)).toMatch(/takes a passkey .* Call it without\.$/);
    expect([world.asked, world.sent]).toEqual([[], []]);
  });

  it('is not shown by one of 2026-07-28 that comes back with a yes from before', async () => {
    const first = await world.call(modern()).reply;
    demand();
    const { reply } = world.call(modern(), comeBackWith(first, APPROVE));
    await reply;
    expect(world.sent).toEqual([]);
  });

  it('says where to go when nobody answered', async () => {
    demand();
    const { reply } = world.call(silentLegacy());
    await world.clock.advance(SETTINGS.waitMs);
    expect(textOf(await reply)).toMatch(/: at http:\/\/127\.0\.0\.1:7420\/approvals\/id-1, with a passkey$/);
  });

  it('is refused at once where there is no page', async () => {
    demand();
    world.stayInside();
    const { reply } = world.call(legacy());
    expect(textOf(await reply)).toMatch(/only on the page, with a passkey \(policy\.ask\)\. .*toolmark serve\.$/);
  });
});

describe('a grant', () => {
  it.each(['session', 'always'] as const)(
    'for %s from before presence was wanted ends, one with a passkey holds',
    async (remember) => {
      await approve(world, remember);
      world.set(PASSKEY);
      expect(await passes(world)).toBe(false);
      const { reply } = world.call(silentLegacy());
      await settle();
      const [open] = world.approvals.pending();
      world.approvals.answer(open?.id ?? '', { ...BY_PASSKEY, remember });
      await reply;
      expect(await passes(world)).toBe(true);
      expect(world.approvals.grants()).toMatchObject([{ presence: 'passkey', route: 'page' }]);
    },
  );
});
