import { result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { ANSWER_MS } from '../bridge/limits.ts';
import {
  DONE,
  legacy,
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

describe('progress', () => {
  const token = { ...PARAMS, _meta: { progressToken: 'p' } };

  it.each([
    ['an older client', silentLegacy, SETTINGS.waitMs],
    ['a client of 2026-07-28', silentModern, SETTINGS.waitMs],
    ['an older client that is looking at its form', legacy, ANSWER_MS],
  ])('is told to %s at once and every 10 s, and rises', async (_, client, until) => {
    const caller = client();
    void world.call(caller, token);
    await world.clock.advance(0);
    expect(caller.notified).toHaveLength(1);
    await world.clock.advance(25_000);
    expect(caller.notified).toHaveLength(3);
    const message = `Waiting until ${new Date(1_000_000 + until).toISOString()} for a person to approve 'Delete note' of notes: toolmark approvals approve id-1, or at http://127.0.0.1:7420/approvals/id-1`;
    for (const [method, params] of caller.notified) {
      expect([method, params]).toMatchObject(['notifications/progress', { progressToken: 'p', message }]);
    }
    const values = caller.notified.map(([, { progress }]) => Number(progress));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect([new Set(values).size, values.every((value) => value > 0 && value < 1)]).toEqual([3, true]);
    world.approvals.answer('id-1', YES);
    await world.clock.advance(60_000);
    expect(caller.notified).toHaveLength(3);
  });

  it('is told to nobody who does not want to hear of it', async () => {
    const caller = silentLegacy();
    void world.call(caller);
    await world.clock.advance(30_000);
    expect(caller.notified).toEqual([]);
  });
});

describe('answers', () => {
  it('count once: the second gets what the first has made of it', async () => {
    const { call, reply } = world.call(silentLegacy());
    await world.clock.advance(0);
    const answers = [world.approvals.answer('id-1', NO), world.approvals.answer('id-1', YES)];
    expect(answers).toMatchObject([
      { ok: true, value: { status: 'denied' } },
      {
        ok: false,
        error: { kind: 'resolved', approval: { status: 'denied', answer: { decision: 'deny', by: 'ada' } } },
      },
    ]);
    await reply;
    expect([call.status, world.sent, world.resolved.length]).toEqual(['denied', [], 1]);
  });

  it('to what nobody asked find nothing', () => {
    expect(world.approvals.answer('id-9', YES)).toEqual({ ok: false, error: { kind: 'not-found' } });
    expect(world.approvals.get('id-9')).toBeUndefined();
  });

  it('resolve exactly the one of 100 identical calls that they are for', async () => {
    const made = Array.from({ length: 100 }, () => world.call(silentLegacy()));
    await world.clock.advance(0);
    const ids = world.approvals.pending().map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    world.approvals.answer(ids[41] ?? '', NO);
    await world.clock.advance(0);
    expect(made.map(({ call }) => call.status)).toEqual(made.map((_, index) => (index === 41 ? 'denied' : 'running')));
    for (const id of ids) world.approvals.answer(id, YES);
    await Promise.all(made.map(({ reply }) => reply));
    expect(made.map(({ call }) => call.status)).toEqual(made.map((_, index) => (index === 41 ? 'denied' : 'ok')));
    expect(world.sent).toHaveLength(99);
  });

  it('are kept for the newest thousand', async () => {
    for (let count = 1; count <= 1_001; count++) {
      const { reply } = world.call(silentLegacy());
      await Promise.resolve();
      world.approvals.answer(`id-${count}`, NO);
      await reply;
    }
    expect([world.approvals.get('id-1'), world.approvals.get('id-2')]).toMatchObject([undefined, { status: 'denied' }]);
  });
});

describe('questions', () => {
  it('are bounded per principal and in all, and what is refused is no question', async () => {
    let id = 0;
    const fill = (principal: string, count: number) =>
      Array.from({ length: count }, () => world.call(modern({ principal }), { ...PARAMS, arguments: { id: ++id } }));
    await Promise.all(fill('a', 256).map(({ reply }) => reply));
    const [more] = fill('a', 1);
    expect(textOf((await more?.reply) ?? result({}))).toMatch(/too many calls wait for one already/);
    expect([more?.call.status, more?.call.approval, world.asked.length]).toEqual(['denied', undefined, 256]);
    await Promise.all([...fill('b', 256), ...fill('c', 256), ...fill('d', 232)].map(({ reply }) => reply));
    expect(world.approvals.pending()).toHaveLength(1_000);
    const [last] = fill('e', 1);
    await last?.reply;
    expect([last?.call.status, world.asked.length]).toEqual(['denied', 1_000]);
    world.approvals.answer('id-1', NO);
    const [next] = fill('e', 1);
    await next?.reply;
    expect(next?.call.status).toBe('waiting');
  });

  it('are listed oldest first', async () => {
    for (const id of ['1', '2', '3']) void world.call(silentLegacy(), { ...PARAMS, arguments: { id } });
    await world.clock.advance(0);
    expect(world.approvals.pending().map(({ call_id: id }) => id)).toEqual(['call-1', 'call-2', 'call-3']);
  });
});

describe('a person who calls and has said yes', () => {
  it.each([
    ['web', 'page', 'ada'],
    ['cli', 'cli', 'ada'],
    ['api', 'api', null],
    // How a call came says nothing about who confirmed it.
    ['web', 'api', 'nightly'],
    [undefined, 'api', null],
  ] as const)('through %s is not asked, and that is on record: %s, %s', async (mode, route, by) => {
    const { call, reply } = world.call(silentModern({ mode, confirmed: { route, by } }));
    expect(await reply).toMatchObject({ result: DONE });
    expect(call).toMatchObject({ status: 'ok', approval: 'id-1', decision: { kind: 'ask' } });
    expect(world.asked).toMatchObject([{ id: 'id-1', mode: mode ?? 'direct' }]);
    expect(world.resolved).toMatchObject([
      { id: 'id-1', status: 'approved', answer: { remember: 'once', route, presence: 'none', by } },
    ]);
    // It was for that call.
    void world.call(silentModern({ mode }));
    await world.clock.advance(0);
    expect([world.sent.length, world.asked.length]).toEqual([1, 2]);
  });
});
