import { err, ok, type Result } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import {
  APPROVE,
  comeBackWith,
  DONE,
  type Made,
  modern,
  PARAMS,
  silentLegacy,
  silentModern,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

/** Every way in which a call can be approved while it, or its client, waits. */
const WAYS: readonly (readonly [string, () => Promise<Made>])[] = [
  [
    'was approved elsewhere while it waited',
    async () => {
      const made = world.call(silentLegacy());
      await world.clock.advance(0);
      world.approvals.answer('id-1', YES);
      return made;
    },
  ],
  [
    'comes back with a yes',
    async () => {
      const first = await world.call(modern()).reply;
      return world.call(modern(), comeBackWith(first, APPROVE));
    },
  ],
  [
    'comes back after it was approved elsewhere',
    async () => {
      const first = await world.call(modern()).reply;
      world.approvals.answer('id-1', YES);
      return world.call(modern(), comeBackWith(first, { action: 'cancel' }));
    },
  ],
  [
    'was confirmed by who makes it',
    async () => world.call(silentModern({ confirmed: { route: 'cli', by: 'ada' }, mode: 'cli' })),
  ],
];

describe.each(WAYS)('a call that %s', (_, approve) => {
  it('leaves when that is on disk, and not before', async () => {
    const saved = Promise.withResolvers<Result<undefined, string>>();
    world.save(() => saved.promise);
    const { call, reply } = await approve();
    await world.clock.advance(0);
    expect([call.status, world.sent, world.resolved.length]).toEqual(['running', [], 1]);
    saved.resolve(ok(undefined));
    expect(await reply).toMatchObject({ result: DONE });
    expect(world.sent).toHaveLength(1);
  });

  it.each([
    ['cannot be', () => Promise.resolve(err('The disk is full.'))],
    ['breaks', () => Promise.reject(new Error('The disk is full.'))],
  ])('does not leave where that %s, and nothing else does by it', async (_case, save) => {
    world.save(save);
    const { call, reply } = await approve();
    expect(textOf(await reply)).toMatch(
      /^'notes__delete' was not called: it was approved, but that cannot be recorded at the moment, .* The disk is full\. /,
    );
    expect([call.status, call.approval, world.sent]).toEqual(['denied', 'id-1', []]);
    void world.call(call.caller.era === 'modern' ? modern() : silentLegacy());
    await world.clock.advance(0);
    expect([world.sent, world.asked.length]).toEqual([[], 2]);
  });

  it('leaves at once where it only reads', async () => {
    world.declare({ readOnlyHint: true }, 'Find note');
    world.save(() => new Promise(() => {}));
    const { reply } = await approve();
    expect(await reply).toMatchObject({ result: DONE });
  });
});

describe('asking', () => {
  it('never rejects: what breaks is logged, and the call refused', async () => {
    const given: Record<string, unknown> = {};
    given['self'] = given;
    world.decide({ kind: 'ask', rule: 'r', reason: 'x' });
    const { call } = world.call(silentLegacy({}), PARAMS);
    const outcome = await world.approvals.ask({ ...call, arguments: given }, { kind: 'ask', rule: 'r', reason: 'x' });
    expect(outcome).toMatchObject({ kind: 'refused', status: 'denied', approval: undefined });
    expect(outcome.kind === 'refused' && textOf(outcome.reply)).toMatch(/the gateway failed to ask for it/);
    const none = await world.approvals.ask({ ...call, tool: undefined }, { kind: 'ask', rule: 'r', reason: 'x' });
    expect(none).toMatchObject({ kind: 'refused' });
    expect(world.logged).toEqual(Array(2).fill('a person could not be asked about a call'));
  });

  it('refuses what a person has confirmed where there is no time to answer', async () => {
    world.set({ expiryMs: 0 });
    const { call, reply } = world.call(silentModern({ confirmed: { route: 'cli', by: 'ada' } }));
    expect(textOf(await reply)).toMatch(/the time to give it is over/);
    expect([call.status, world.sent]).toEqual(['expired', []]);
    expect(world.resolved).toMatchObject([{ status: 'expired' }]);
  });
});
