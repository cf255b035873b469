import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { GOOD_STANDING } from '../../model/policy-call.ts';
import { toolOf } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, open, standingOf, viewOf } from './fixtures/standing-setup.ts';

describe('first sight', () => {
  it('pins a tool as it is, whatever it says, and holds nothing', async () => {
    const world = await open();
    world.offer('notes', job({ readOnlyHint: true }), toolOf('plain'));
    expect(standingOf(world)).toBe(GOOD_STANDING);
    await world.settle();
    const lock = JSON.parse(await world.readLock());
    expect(lock.servers.notes.job).toEqual({
      hints: 'readOnly=true destructive=absent idempotent=absent openWorld=absent',
      prose: (await world.tool('notes', 'job').fingerprint()).prose,
      class: 'read',
      contradicted: [],
      pinnedAt: expect.stringMatching(/^2026-11-16T05:00:0\d/),
    });
    expect(Object.keys(lock.servers.notes)).toEqual(['job', 'plain']);
    expect(viewOf(world)).toEqual({
      state: 'ok',
      holds: [],
      change: null,
      accepted: null,
      unreviewed: [],
      reviewed: null,
      warnings: [],
    });
  });

  it('is written within a second, for the owner only, also when no call is made', async () => {
    const world = await open();
    world.offer('notes', job({}));
    await world.clock.advance(1_000);
    await world.standings().flush();
    expect(await world.readLock()).toContain('"job"');
    if (process.platform !== 'win32') expect((await stat(world.lockPath)).mode & 0o777).toBe(0o600);
  });

  it('of a tool that appears later is held on a strict server until a person accepts it', async () => {
    const world = await open({ servers: [{ name: 'notes', strict: true }] });
    world.offer('notes', toolOf('old'), toolOf('older'));
    await world.settle();
    expect([holdsOf(world, 'old'), holdsOf(world, 'older')]).toEqual([[], []]);
    world.offer('notes', toolOf('old'), toolOf('new'));
    expect([holdsOf(world, 'old'), holdsOf(world, 'new')]).toEqual([[], ['new']]);
    await world.settle();
    await world.restart();
    expect(holdsOf(world, 'new')).toEqual(['new']);
    expect((await accept(world, { name: 'new' })).ok).toBe(true);
    expect(holdsOf(world, 'new')).toEqual([]);
    await world.restart();
    expect(holdsOf(world, 'new')).toEqual([]);
  });

  it('of a tool that appears later is plain on a server that is not strict', async () => {
    const world = await open();
    world.offer('notes', toolOf('old'));
    await world.settle();
    world.offer('notes', toolOf('old'), toolOf('new'));
    expect(holdsOf(world, 'new')).toEqual([]);
    await world.settle();
    expect(await world.readLock()).not.toContain('isNew');
  });
});

describe('a flipped hint', () => {
  it.each<[string, object | undefined, object | undefined, boolean]>([
    ['destructive true → false', { destructiveHint: true }, { destructiveHint: false }, true],
    ['destructive absent → false', undefined, { destructiveHint: false }, true],
    ['readOnly false → true', { readOnlyHint: false }, { readOnlyHint: true }, true],
    ['idempotent absent → true', {}, { idempotentHint: true }, true],
    ['openWorld true → false', { openWorldHint: true }, { openWorldHint: false }, true],
    ['one tightened, one relaxed', { openWorldHint: false }, { destructiveHint: false }, true],
    ['destructive false → true', { destructiveHint: false }, { destructiveHint: true }, false],
    ['destructive absent → true', {}, { destructiveHint: true }, false],
    ['readOnly true → absent', { readOnlyHint: true }, {}, false],
    ['nothing → nothing, in other words', undefined, {}, false],
    ['a hint that is none', { destructiveHint: true }, { destructiveHint: 'no' }, false],
  ])('%s', async (_case, before, after, isHeld) => {
    const world = await open();
    world.offer('notes', job(before));
    await world.settle();
    world.offer('notes', job(after));
    expect(holdsOf(world)).toEqual(isHeld ? ['relaxed'] : []);
  });

  it('says what allows more since when, and is shown with both sides', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    world.offer('notes', job({ destructiveHint: false }));
    const reason = 'Its hints allow more since it was pinned on 2026-11-16: destructiveHint true → false.';
    expect(standingOf(world)).toEqual({ holds: [{ kind: 'relaxed', reason }], isAccepted: false });
    expect(viewOf(world)).toEqual({
      state: 'held',
      holds: [{ kind: 'relaxed', reason }],
      change: {
        hints: 'relaxed',
        prose: 'same',
        was: expect.objectContaining({
          hints: 'readOnly=absent destructive=true idempotent=absent openWorld=absent',
        }),
        is: await world.tool('notes', 'job').fingerprint(),
        pinned_at: expect.any(String),
      },
      accepted: null,
      unreviewed: [],
      reviewed: null,
      warnings: [],
    });
  });

  it('is held at the first call, though nobody has looked at the list yet', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    expect(holdsOf(world)).toEqual([]);
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('passes when it is back to what was pinned', async () => {
    const world = await open();
    for (const [value, holds] of [
      [true, []],
      [false, ['relaxed']],
      [true, []],
    ] as const) {
      world.offer('notes', job({ destructiveHint: value }));
      expect(holdsOf(world)).toEqual(holds);
      await world.settle();
    }
  });

  it('that tightened is pinned so: flipping back is held, also after a restart', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: false }));
    await world.settle();
    world.offer('notes', job({ destructiveHint: true }));
    expect(holdsOf(world)).toEqual([]);
    await world.settle();
    expect(await world.readLock()).toContain('destructive=true');
    expect(viewOf(world).change).toBeNull();
    await world.restart();
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('that tightened before the first sight was written, too', async () => {
    const world = await open();
    for (const value of [false, true]) {
      world.offer('notes', job({ destructiveHint: value }));
      expect(holdsOf(world)).toEqual([]);
    }
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
    await world.settle();
    expect(await world.readLock()).toContain('destructive=true');
  });

  it('that tightened while the first sight is being written, too', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: false }));
    standingOf(world);
    const writing = world.standings().flush();
    world.offer('notes', job({ destructiveHint: true }));
    standingOf(world);
    await writing;
    await world.standings().flush();
    expect(await world.readLock()).toContain('destructive=true');
  });

  it('of a tool that was away is held against what it was', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    world.offer('notes');
    await world.settle();
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('is told of once', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    expect(world.changes()).toBe(0);
    world.offer('notes', job({ destructiveHint: false }));
    await world.settle();
    expect(world.changes()).toBe(1);
    world.standings().changed();
    await world.settle();
    expect(world.changes()).toBe(1);
  });
});

describe('other words', () => {
  it('pass and are shown until they are accepted', async () => {
    const world = await open();
    world.offer('notes', job({}, { description: 'Removes old notes.' }));
    await world.settle();
    world.offer('notes', job({}, { description: 'Removes notes.' }));
    expect(standingOf(world)).toBe(GOOD_STANDING);
    await world.settle();
    await world.restart();
    expect(viewOf(world)).toMatchObject({ state: 'changed', change: { hints: 'same', prose: 'changed' } });
    await accept(world, { by: { author: 'ada', reason: 'shorter' } });
    expect(viewOf(world)).toMatchObject({
      state: 'ok',
      change: null,
      accepted: { author: 'ada', reason: 'shorter', at: expect.stringMatching(/^2026-11-16T/) },
    });
  });

  it('hold a tool of a strict server, and so does another schema', async () => {
    for (const rest of [{ description: 'x' }, { inputSchema: { type: 'object', properties: { all: {} } } }]) {
      const world = await open({ servers: [{ name: 'notes', strict: true }] });
      world.offer('notes', job({}));
      await world.settle();
      world.offer('notes', job({}, rest));
      expect(standingOf(world).holds).toEqual([
        {
          kind: 'changed',
          reason:
            'Its description, schemas or other texts have changed since it was pinned on 2026-11-16, and notes is set to strict.',
        },
      ]);
      await accept(world);
      expect(holdsOf(world)).toEqual([]);
    }
  });

  it('beside stricter hints are still to be looked at', async () => {
    const world = await open({ servers: [{ name: 'notes', strict: true }] });
    world.offer('notes', job({ destructiveHint: false }));
    await world.settle();
    world.offer('notes', job({ destructiveHint: true }, { description: 'x' }));
    expect(holdsOf(world)).toEqual(['changed']);
    await world.settle();
    expect(await world.readLock()).toContain('destructive=true');
    expect(viewOf(world).change).toMatchObject({ hints: 'same', prose: 'changed' });
  });
});
