import { describe, expect, it } from 'vitest';
import {
  APPROVE,
  comeBackWith,
  DONE,
  modern,
  NO,
  PARAMS,
  SETTINGS,
  silentLegacy,
  silentModern,
  textOf,
  YES,
} from './fixtures/approvals-world.ts';
import { useApprovalsWorld, world } from './fixtures/use-approvals-world.ts';

useApprovalsWorld();

describe('a client of 2026-07-28 that repeats its call instead of answering', () => {
  it('is asked the same question, and has room for others', async () => {
    const replies = [];
    for (let count = 0; count < 300; count++) replies.push(await world.call(modern()).reply);
    expect([world.asked.length, world.approvals.pending().length]).toEqual([1, 1]);
    const states = replies.map((reply) => reply.kind === 'result' && reply.result['requestState']);
    expect(new Set(states).size).toBe(1);
    const other = world.call(modern(), { ...PARAMS, arguments: { id: '2' } });
    await other.reply;
    expect([other.call.status, world.asked.length]).toEqual(['waiting', 2]);
  });

  it('gets one call through by one answer', async () => {
    const first = await world.call(modern()).reply;
    const second = await world.call(modern()).reply;
    expect(await world.call(modern(), comeBackWith(second, APPROVE)).reply).toMatchObject({ result: DONE });
    expect(textOf(await world.call(modern(), comeBackWith(first, APPROVE)).reply)).toMatch(/was used by another call/);
    expect(world.sent).toHaveLength(1);
  });

  it('gets one call through also where the second one waits for others', async () => {
    const first = await world.call(modern()).reply;
    const { reply } = world.call(silentModern());
    await world.clock.advance(0);
    expect(world.asked).toHaveLength(1);
    expect(textOf(await world.call(modern(), comeBackWith(first, APPROVE)).reply)).toMatch(/open no more/);
    expect(world.sent).toEqual([]);
    world.approvals.answer('id-1', YES);
    expect(await reply).toMatchObject({ result: DONE });
    expect(world.sent).toHaveLength(1);
  });

  it('is asked anew where it is another session, or somebody else', async () => {
    await world.call(modern()).reply;
    await world.call(modern({ conversation: 'another' })).reply;
    await world.call(modern({ principal: 'eve' })).reply;
    expect(world.asked).toHaveLength(3);
  });
});

describe('calls that come at the same time', () => {
  it.each([
    ['of clients that are asked by a reply', modern],
    ['of clients that cannot be asked', silentModern],
  ])('%s have a question each', async (_, client) => {
    const cameAt = world.clock.now();
    for (let count = 0; count < 100; count++) {
      await world.clock.advance(1);
      void world.call(client(), PARAMS, cameAt);
    }
    await world.clock.advance(0);
    expect([world.asked.length, world.approvals.pending().length]).toEqual([100, 100]);
  });
});

describe('questions that have ended', () => {
  const long = (id: number) => ({ ...PARAMS, arguments: { id, text: 'x'.repeat(63_000) } });

  it('are forgotten, the oldest first, when their arguments take too much room, but not what a call can still pass by', async () => {
    void world.call(silentLegacy(), long(0));
    await world.clock.advance(SETTINGS.waitMs);
    world.approvals.answer('id-1', YES);
    for (let count = 2; count <= 200; count++) {
      const { reply } = world.call(silentLegacy(), long(count));
      await Promise.resolve();
      world.approvals.answer(`id-${count}`, NO);
      await reply;
    }
    const kept = world.asked.filter(({ id }) => world.approvals.get(id) !== undefined).map(({ id }) => id);
    expect(kept.length).toBeLessThan(70);
    expect(kept.length).toBeGreaterThan(60);
    expect([kept[0], kept.at(-1)]).toEqual(['id-1', 'id-200']);
    expect(world.approvals.get('id-200')?.arguments?.value).toEqual(long(200).arguments);
    expect(await world.call(silentLegacy(), long(0)).reply).toMatchObject({ result: DONE });
    expect(world.sent).toHaveLength(1);
  });
});
