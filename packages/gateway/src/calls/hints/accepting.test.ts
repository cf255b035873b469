import { DEFAULT_POLICY } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { GOOD_STANDING } from '../../model/policy-call.ts';
import { anOverride, type HintsWorld, toolOf, type WorldOptions } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, NOBODY, open, standingOf, viewOf } from './fixtures/standing-setup.ts';

describe('accepting', () => {
  const relax = async (world: HintsWorld): Promise<void> => {
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    world.offer('notes', job({ destructiveHint: false }));
  };

  it('lets a relaxed tool pass, is told of, and outlives a restart', async () => {
    const world = await open();
    await relax(world);
    await world.settle();
    const before = world.changes();
    expect(await accept(world, { by: { author: 'ada', reason: 'read it' } })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(standingOf(world)).toBe(GOOD_STANDING);
    expect(world.changes()).toBe(before + 1);
    expect(world.lines).toEqual(['info: notes/job was accepted by ada: read it']);
    await world.restart();
    expect(standingOf(world)).toBe(GOOD_STANDING);
    expect(viewOf(world).accepted).toEqual({ at: expect.any(String), author: 'ada', reason: 'read it' });
    expect(await world.readLock()).toContain('"author": "ada", "reason": "read it", "covers": ["relaxed"]');
  });

  it('is for this very definition', async () => {
    const world = await open();
    await relax(world);
    await accept(world);
    world.offer('notes', job({ destructiveHint: false }, { description: 'x' }));
    expect(viewOf(world)).toMatchObject({ state: 'changed', accepted: null });
    world.offer('notes', job({ destructiveHint: false, readOnlyHint: true }));
    expect(viewOf(world)).toMatchObject({ holds: [{ kind: 'relaxed' }], accepted: null });
    world.offer('notes', job({ destructiveHint: false }));
    expect(viewOf(world)).toMatchObject({ state: 'ok', accepted: NOBODY });
  });

  it('what somebody saw before it changed again is refused', async () => {
    const world = await open();
    await relax(world);
    const fingerprint = viewOf(world).change?.is;
    world.offer('notes', job({ destructiveHint: false, openWorldHint: false }));
    expect(await world.standings().accept(world.tool('notes', 'job'), { ...NOBODY, fingerprint })).toEqual({
      ok: false,
      error: {
        kind: 'conflict',
        message: 'notes/job has changed since you reviewed it. Review it again, then accept it.',
      },
    });
    expect(holdsOf(world)).toEqual(['relaxed']);
    const now = viewOf(world).change?.is;
    expect((await world.standings().accept(world.tool('notes', 'job'), { ...NOBODY, fingerprint: now })).ok).toBe(true);
  });

  it('also a contradiction, which is shown as a hold until then', async () => {
    const world = await open();
    world.offer('notes', toolOf('delete_note', { annotations: { readOnlyHint: true } }));
    expect(viewOf(world, 'delete_note')).toMatchObject({
      state: 'held',
      holds: [{ kind: 'contradicted', reason: "The name says 'delete', but readOnlyHint=true is declared." }],
    });
    expect(standingOf(world, 'delete_note')).toBe(GOOD_STANDING);
    await accept(world, { name: 'delete_note' });
    expect(viewOf(world, 'delete_note')).toMatchObject({ state: 'ok', holds: [] });
    expect(standingOf(world, 'delete_note').isAccepted).toBe(true);
  });

  it('a contradiction that the policy does not hold, or of hints alone, is none that is shown as a hold', async () => {
    const world = await open();
    world.offer(
      'notes',
      job({ readOnlyHint: true, destructiveHint: true }),
      toolOf('delete_x', { annotations: { readOnlyHint: true } }),
    );
    expect(viewOf(world).state).toBe('ok');
    world.configure({ defaults: { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'ask' } });
    expect(viewOf(world, 'delete_x').state).toBe('ok');
  });

  it('that cannot be written is refused, and changes nothing', async () => {
    const world = await open();
    await relax(world);
    await world.settle();
    await world.editLock(() => '{');
    expect(await accept(world)).toEqual({
      ok: false,
      error: { kind: 'unwritable', message: expect.stringContaining(world.lockPath) },
    });
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('is refused where nobody says what was looked at', async () => {
    const world = await open();
    await relax(world);
    expect(
      await world.standings().accept(world.tool('notes', 'job'), { ...NOBODY, fingerprint: undefined }),
    ).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('is refused where there is nothing to accept, so that nothing can be accepted beforehand', async () => {
    const world = await open();
    world.offer('notes', job({}));
    await world.settle();
    const before = await world.readLock();
    const message =
      'There is nothing to accept about notes/job: it has not changed since it was pinned, and no check found anything.';
    expect(await accept(world)).toEqual({ ok: false, error: { kind: 'conflict', message } });
    expect(await world.readLock()).toBe(before);
    await relax(world);
    expect((await accept(world)).ok).toBe(true);
    expect((await accept(world)).ok).toBe(false);
  });

  it('covers the contradictions that there were, and none that an override hid', async () => {
    const world = await open({ servers: [{ name: 'notes', strict: true }] });
    const tool = (description: string) =>
      toolOf('delete_x', { description, annotations: { readOnlyHint: true, destructiveHint: false } });
    world.override(anOverride({ tool: 'delete_x', hints: { readOnlyHint: true, destructiveHint: false } }));
    world.offer('notes', tool('Deletes it.'));
    await world.settle();
    world.offer('notes', tool('Deletes it all.'));
    expect(holdsOf(world, 'delete_x')).toEqual(['changed']);
    await accept(world, { name: 'delete_x' });
    expect(standingOf(world, 'delete_x')).toBe(GOOD_STANDING);
    world.override();
    expect(standingOf(world, 'delete_x').isAccepted).toBe(false);
    expect(viewOf(world, 'delete_x').holds.map(({ kind }) => kind)).toEqual(['contradicted', 'contradicted']);
    await accept(world, { name: 'delete_x' });
    expect(standingOf(world, 'delete_x').isAccepted).toBe(true);
  });

  it('of one thing keeps what was accepted before', async () => {
    const world = await open({
      policy: { resultBytes: 100, checks: { ...DEFAULT_POLICY.checks, 'large-result': 'hold' } },
    });
    world.offer('notes', toolOf('delete_note', { annotations: { readOnlyHint: true } }));
    await accept(world, { name: 'delete_note' });
    world.standings().sawResult(world.tool('notes', 'delete_note'), 101);
    expect(standingOf(world, 'delete_note')).toMatchObject({ holds: [{ kind: 'check' }], isAccepted: true });
    await accept(world, { name: 'delete_note' });
    expect(standingOf(world, 'delete_note')).toEqual({ holds: [], isAccepted: true });
  });

  it('works where the lock says that somebody accepted it in the future', async () => {
    const world = await open();
    await relax(world);
    await accept(world);
    await world.editLock((text) => text.replace(/"at": "2026/, '"at": "2999'));
    world.offer('notes', job({ destructiveHint: false, openWorldHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
    expect((await accept(world)).ok).toBe(true);
    expect(holdsOf(world)).toEqual([]);
  });
});

describe('hints that do not rest on the word of the server', () => {
  const relaxUnder = async (options: WorldOptions, set: Parameters<typeof anOverride>[0]): Promise<HintsWorld> => {
    const world = await open(options);
    if (set !== undefined) world.override(anOverride(set));
    world.offer('notes', job({ destructiveHint: true, openWorldHint: true }));
    await world.settle();
    return world;
  };

  it('are not held when the server relaxes them, but once the person takes the override back', async () => {
    const world = await relaxUnder({}, { hints: { destructiveHint: true } });
    world.offer('notes', job({ destructiveHint: false, openWorldHint: true }));
    expect(holdsOf(world)).toEqual([]);
    expect(viewOf(world)).toMatchObject({ state: 'changed', change: { hints: 'relaxed' } });
    await world.settle();
    world.override();
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('do not cover for others', async () => {
    const world = await relaxUnder({}, { hints: { destructiveHint: true } });
    world.offer('notes', job({ destructiveHint: false, openWorldHint: false }));
    expect(standingOf(world).holds).toEqual([
      { kind: 'relaxed', reason: expect.stringMatching(/: openWorldHint true → false\.$/) },
    ]);
  });

  it('where a person says that it writes, the server saying that it reads allows no more', async () => {
    const world = await relaxUnder({}, { hints: { readOnlyHint: false } });
    world.offer('notes', job({ readOnlyHint: true, openWorldHint: true }));
    expect(holdsOf(world)).toEqual([]);
    world.offer('notes', job({ readOnlyHint: true, destructiveHint: false, openWorldHint: true }));
    expect(standingOf(world).holds).toEqual([
      { kind: 'relaxed', reason: expect.stringMatching(/: destructiveHint true → false\.$/) },
    ]);
  });

  it('where a person says that it reads, what it would destroy is no matter', async () => {
    const world = await relaxUnder({}, { hints: { readOnlyHint: true } });
    world.offer('notes', job({ destructiveHint: false, idempotentHint: true, openWorldHint: true }));
    expect(holdsOf(world)).toEqual([]);
    world.offer('notes', job({ openWorldHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it.each(['none', 'verified'] as const)('trust %s: nothing the server says relaxes anything', async (trust) => {
    const world = await relaxUnder({ servers: [{ name: 'notes', trust }] }, undefined);
    world.offer('notes', job({ readOnlyHint: true, openWorldHint: false }));
    expect(holdsOf(world)).toEqual([]);
    expect(viewOf(world)).toMatchObject({ state: 'changed', change: { hints: 'relaxed' } });
  });
});
