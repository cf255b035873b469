import type { HintName } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { type HintsWorld, toolOf } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, open, viewOf } from './fixtures/standing-setup.ts';

const REVIEW = { servers: [{ name: 'notes', trust: 'review' as const }] };
const ADA = { author: 'ada', reason: null };

const unreviewedOf = (world: HintsWorld, name = 'job'): readonly HintName[] =>
  world.tool('notes', name).resolution.unreviewed;

const seen = async (world: HintsWorld, ...names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const tool = world.tool('notes', name);
      return { tool, fingerprint: await tool.fingerprint() };
    }),
  );

describe('claims under review', () => {
  it('wait for a person, and count once accepted: with who and when, also after a restart', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true, openWorldHint: false }), toolOf('plain'));
    expect(viewOf(world)).toMatchObject({ state: 'unreviewed', unreviewed: ['readOnlyHint', 'openWorldHint'] });
    expect(viewOf(world, 'plain')).toMatchObject({ state: 'ok', unreviewed: [] });
    expect(world.tool('notes', 'job').resolution.class).toBe('destructive');
    expect(await accept(world, { by: ADA })).toEqual({ ok: true, value: undefined });
    const reviewed = { at: expect.any(String), author: 'ada', claims: ['readOnlyHint', 'openWorldHint'] };
    expect(viewOf(world)).toMatchObject({ state: 'ok', unreviewed: [], accepted: null, reviewed });
    expect(world.tool('notes', 'job').resolution.class).toBe('read');
    expect(JSON.parse(await world.readLock()).servers.notes.job.reviewed).toEqual(reviewed);
    await world.restart();
    expect(viewOf(world)).toMatchObject({ state: 'ok', reviewed });
  });

  it('count under declared trust without anybody', async () => {
    const world = await open();
    world.offer('notes', job({ readOnlyHint: true }));
    expect(viewOf(world)).toMatchObject({ state: 'ok', unreviewed: [], reviewed: null });
  });

  it('of tools that an older Toolmark pinned were accepted by nobody', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true }));
    await world.settle();
    await world.editLock((text) => text.replace('"version": 2', '"version": 1'));
    expect(await world.restart()).toBeUndefined();
    expect(viewOf(world)).toMatchObject({ state: 'unreviewed', change: null });
    await accept(world, { by: ADA });
    expect(JSON.parse(await world.readLock()).version).toBe(2);
  });

  it('are accepted all together or not at all', async () => {
    const world = await open(REVIEW);
    world.offer('notes', toolOf('a', READS), toolOf('b', READS));
    const before = await seen(world, 'a', 'b');
    world.offer('notes', toolOf('a', READS), toolOf('b', { ...READS, description: 'Another one.' }));
    const now = before.map(({ tool, fingerprint }) => ({
      tool: world.tool('notes', tool.definition.name),
      fingerprint,
    }));
    expect(await world.standings().acceptAll(now, ADA)).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: expect.stringContaining('notes/b has changed since you reviewed it') },
    });
    expect([unreviewedOf(world, 'a'), unreviewedOf(world, 'b')]).toEqual([['readOnlyHint'], ['readOnlyHint']]);
    expect((await world.standings().acceptAll(await seen(world, 'a', 'b'), ADA)).ok).toBe(true);
    expect([unreviewedOf(world, 'a'), unreviewedOf(world, 'b')]).toEqual([[], []]);
  });

  it('of a new tool on a reviewed server wait again', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true }));
    await accept(world);
    world.offer('notes', job({ readOnlyHint: true }), toolOf('later', READS));
    expect([viewOf(world).state, viewOf(world, 'later').state]).toEqual(['ok', 'unreviewed']);
  });

  it('are taken back, together with what was let pass with them', async () => {
    const world = await open(REVIEW);
    world.offer('notes', toolOf('delete_note', READS), job({ readOnlyHint: true }));
    await world.standings().acceptAll(await seen(world, 'delete_note', 'job'), ADA);
    expect([viewOf(world, 'delete_note').state, viewOf(world).state]).toEqual(['ok', 'ok']);
    const both = [world.tool('notes', 'delete_note'), world.tool('notes', 'job')];
    expect((await world.standings().withdraw(both, ADA)).ok).toBe(true);
    expect([viewOf(world, 'delete_note').state, viewOf(world).state]).toEqual(['held', 'unreviewed']);
    expect(viewOf(world, 'delete_note')).toMatchObject({ accepted: null, reviewed: null });
    expect(await world.standings().withdraw([world.tool('notes', 'job')], ADA)).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: 'The claims of notes/job are not accepted.' },
    });
  });

  it('that a lock of others has accepted count as soon as it is there', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true }));
    await world.settle();
    await world.editLock((text) =>
      text.replace(
        /("pinnedAt": "[^"]+")/,
        '$1, "reviewed": { "at": "2026-11-16T05:00:00.000Z", "author": "bob", "claims": ["readOnlyHint"] }',
      ),
    );
    expect(viewOf(world)).toMatchObject({ state: 'ok', reviewed: { author: 'bob' } });
  });
});

describe('a reviewed tool', () => {
  it('that becomes stricter keeps what was accepted', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true, openWorldHint: false }));
    await accept(world, { by: ADA });
    world.offer('notes', job({ readOnlyHint: true, openWorldHint: true }));
    expect(viewOf(world)).toMatchObject({ state: 'ok', unreviewed: [], reviewed: { author: 'ada' } });
    expect(world.tool('notes', 'job').resolution.class).toBe('read');
  });

  it.each([
    [{ readOnlyHint: true }, { readOnlyHint: true, openWorldHint: false }],
    [{ openWorldHint: false }, { readOnlyHint: true, openWorldHint: false }],
  ])('that claims more is held, and none of it counts: %j → %j', async (before, after) => {
    const world = await open(REVIEW);
    world.offer('notes', job(before));
    await accept(world);
    world.offer('notes', job(after));
    expect(holdsOf(world)).toEqual(['relaxed']);
    expect(viewOf(world).state).toBe('held');
    await accept(world, { by: ADA });
    expect(viewOf(world)).toMatchObject({ state: 'ok', reviewed: { author: 'ada' } });
    expect(unreviewedOf(world)).toEqual([]);
  });

  it('that was never reviewed and claims more is only unreviewed: nothing of it counts anyway', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({}));
    await world.settle();
    world.offer('notes', job({ readOnlyHint: true }));
    expect([holdsOf(world), viewOf(world).state]).toEqual([[], 'unreviewed']);
  });
});

describe('the log', () => {
  const waiting = (world: HintsWorld) => world.lines.filter((line) => line.includes('toolmark review notes'));

  it('says once that a server waits for a review, and again when it waits again', async () => {
    const world = await open(REVIEW);
    world.offer('notes', job({ readOnlyHint: true }), toolOf('other', READS));
    await world.settle();
    world.offer('notes', job({ readOnlyHint: true }), toolOf('other', READS));
    await world.settle();
    expect(waiting(world)).toEqual([expect.stringContaining('2 tools claim to be safer')]);
    await world.standings().acceptAll(await seen(world, 'job', 'other'), ADA);
    await world.settle();
    world.offer('notes', job({ readOnlyHint: true }), toolOf('other', READS), toolOf('third', READS));
    await world.settle();
    expect(waiting(world)).toHaveLength(2);
  });
});

const READS = { annotations: { readOnlyHint: true } };
