import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { anOverride, type HintsWorld, toolOf, type WorldOptions } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, open, standingOf, viewOf } from './fixtures/standing-setup.ts';

const READ_ONLY = { readOnlyHint: true } as const;
const mode = (...actions: readonly string[]) => ({
  inputSchema: { type: 'object', properties: { action: { type: 'string', enum: actions } } },
});

/** The first definition is pinned, the second is what the server offers after that. */
async function change(before: object, after: object, options?: WorldOptions): Promise<HintsWorld> {
  const world = await open(options);
  for (const rest of [before, after]) {
    world.offer('notes', toolOf('job', rest));
    await world.settle();
  }
  return world;
}

describe('words that a server takes back', () => {
  const deletes = { description: 'Deletes the note.', annotations: READ_ONLY };
  const gets = { description: 'Gets the note.', annotations: READ_ONLY };

  it('hold the tool where without them it may do more, and the reason says so', async () => {
    const world = await change(deletes, gets);
    expect(world.tool('notes', 'job').resolution.class).toBe('read');
    expect(standingOf(world).holds).toEqual([
      {
        kind: 'relaxed',
        reason:
          'Its words allow more since it was pinned on 2026-11-16: they no longer speak against readOnlyHint=true, so that it counts as read and no longer as destructive.',
      },
    ]);
    expect(viewOf(world)).toMatchObject({ state: 'held', change: { hints: 'same', prose: 'changed' } });
    await world.restart();
    expect(holdsOf(world)).toEqual(['relaxed']);
    await accept(world);
    expect(holdsOf(world)).toEqual([]);
    expect(await world.readLock()).toContain('"covers": ["relaxed", "changed"]');
  });

  it.each<[string, object, object, readonly string[]]>([
    [
      'a mode that is not offered any more',
      { annotations: READ_ONLY, ...mode('list', 'delete') },
      { annotations: READ_ONLY, ...mode('list') },
      ['relaxed'],
    ],
    [
      'a word against destructiveHint=false',
      { description: 'Deletes the note.', annotations: { destructiveHint: false } },
      { description: 'Files the note.', annotations: { destructiveHint: false } },
      ['relaxed'],
    ],
    [
      'a hint that is stricter beside it',
      { description: 'Deletes it.', annotations: { ...READ_ONLY, destructiveHint: false, openWorldHint: false } },
      { description: 'Gets it.', annotations: { ...READ_ONLY, destructiveHint: false } },
      ['relaxed'],
    ],
    ['hints that became honest', deletes, { ...deletes, annotations: { readOnlyHint: false } }, []],
    ['honest hints and other words', deletes, { ...gets, annotations: { destructiveHint: true } }, []],
    ['other words for the same', deletes, { ...deletes, description: 'Deletes one note.' }, []],
    ['stricter words', gets, deletes, []],
  ])('%s', async (_case, before, after, holds) => {
    expect(holdsOf(await change(before, after))).toEqual(holds);
  });

  it('after they came later than the pin, too', async () => {
    const world = await change(gets, deletes);
    expect(await world.readLock()).toContain('"class": "destructive", "contradicted": ["readOnlyHint"]');
    await world.restart();
    world.offer('notes', toolOf('job', { ...gets, description: 'Gets one note.' }));
    expect(holdsOf(world)).toEqual(['relaxed']);
    world.offer('notes', toolOf('job', gets));
    expect(holdsOf(world)).toEqual([]);
  });

  it('are one reason beside hints that allow more', async () => {
    const world = await change(
      { description: 'Deletes it.', annotations: { ...READ_ONLY, openWorldHint: true } },
      { description: 'Gets it.', annotations: { ...READ_ONLY, openWorldHint: false } },
    );
    expect(standingOf(world).holds.map(({ reason }) => reason.slice(0, 20))).toEqual([
      'Its hints allow more',
      'Its words allow more',
    ]);
    await accept(world);
    expect(holdsOf(world)).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ['that it reads', READ_ONLY, []],
    ['that it writes', { readOnlyHint: false }, []],
    ['that it destroys', { destructiveHint: true }, []],
    ['something else', { openWorldHint: false }, ['relaxed']],
  ])('allow no more where a person says %s', async (_case, hints, holds) => {
    const world = await open();
    world.override(anOverride({ hints }));
    world.offer('notes', job(READ_ONLY, { description: 'Deletes the note.' }));
    await world.settle();
    world.offer('notes', job(READ_ONLY, { description: 'Gets the note.' }));
    expect(holdsOf(world)).toEqual(holds);
    await world.settle();
    world.override();
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('are named only as far as they count', async () => {
    const both = { readOnlyHint: true, destructiveHint: false };
    const world = await open();
    world.override(anOverride({ hints: { readOnlyHint: false } }));
    for (const description of ['Deletes the note.', 'Gets the note.']) {
      world.offer('notes', job(both, { description }));
      await world.settle();
    }
    expect(standingOf(world).holds).toEqual([
      { kind: 'relaxed', reason: expect.stringContaining('no longer speak against destructiveHint=false, so') },
    ]);
  });

  it.each(['none', 'verified'] as const)('allow no more under trust %s', async (trust) => {
    expect(holdsOf(await change(deletes, gets, { servers: [{ name: 'notes', trust }] }))).toEqual([]);
  });

  it('hold a tool also where only its class was written into the lock', async () => {
    const world = await change(gets, gets);
    await world.editLock((text) => text.replace('"class": "read"', '"class": "destructive"'));
    world.offer('notes', toolOf('job', { ...gets, description: 'Gets one note.' }));
    expect(standingOf(world).holds).toEqual([
      { kind: 'relaxed', reason: expect.stringContaining('it counts as read and no longer as destructive.') },
    ]);
  });

  it('are learnt about a tool that an older Toolmark pinned', async () => {
    const world = await change(deletes, deletes);
    await world.standings().close();
    await writeFile(world.lockPath, (await world.readLock()).replace(/"class".*?\], /, ''));
    await world.restart();
    expect(holdsOf(world)).toEqual([]);
    await world.settle();
    expect(await world.readLock()).toContain('"class": "destructive", "contradicted": ["readOnlyHint"]');
    world.offer('notes', toolOf('job', gets));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });
});
