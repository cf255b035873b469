import { describe, expect, it } from 'vitest';
import { createPlayground } from '../fixtures/playground.ts';
import { connect, failure, WIRES } from '../fixtures/wires.ts';

const TIME = '2026-05-04T09:30:00.000Z';
const groceries = { id: 'groceries', title: 'Groceries', tags: ['home', 'shopping'], version: 1, updated_at: TIME };

describe.each(WIRES)('the tools for notes, over $name', (wire) => {
  const setUp = async () => {
    const playground = await createPlayground({ suffix: () => 'k3xr' });
    const connected = await connect(wire, playground.store);
    return {
      ...connected,
      ...playground,
      [Symbol.asyncDispose]: async () => {
        await connected[Symbol.asyncDispose]();
        await playground[Symbol.asyncDispose]();
      },
    };
  };

  it('list_notes lists all, or those with a tag', async () => {
    await using demo = await setUp();
    expect(await demo.call('list_notes', { tag: 'shopping' })).toEqual({ notes: [groceries], unreadable: [] });
    const all = (await demo.call('list_notes')) as { notes: { id: string }[] };
    expect(all.notes.map(({ id }) => id)).toEqual(['groceries', 'lisbon-in-may', 'packing-list', 'welcome']);
  });

  it('read_note reads one', async () => {
    await using demo = await setUp();
    expect(await demo.call('read_note', { id: 'groceries' })).toEqual({
      ...groceries,
      text: '- oats\n- two lemons\n- coffee, the good one\n- candles (six)',
      created_at: TIME,
    });
    expect(await demo.call('read_note', { id: 'nothing' })).toEqual(failure('NOTE_NOT_FOUND', { id: 'nothing' }));
  });

  it('search_notes finds titles, texts and tags in any case', async () => {
    await using demo = await setUp();
    expect(await demo.call('search_notes', { query: 'LEMON' })).toEqual({
      matches: [{ id: 'groceries', title: 'Groceries', excerpt: '- two lemons' }],
      total: 1,
    });
    expect(await demo.call('search_notes', { query: 'trip', limit: 1 })).toMatchObject({
      matches: [{ id: 'lisbon-in-may', excerpt: 'trip' }],
      total: 3,
    });
    expect(await demo.call('search_notes', { query: 'zeppelin' })).toEqual({ matches: [], total: 0 });
  });

  it('create_note creates another note with every call', async () => {
    let count = 0;
    await using playground = await createPlayground({ suffix: () => `n${++count}` });
    await using demo = await connect(wire, playground.store);
    const note = { title: 'Käse & Brot', text: 'Gruyère', tags: ['shopping', 'home', 'home'] };
    const expected = { id: 'kase-brot-n1', title: note.title, tags: ['home', 'shopping'], version: 1 };
    expect(await demo.call('create_note', note)).toMatchObject(expected);
    expect(await demo.call('create_note', note)).toMatchObject({ ...expected, id: 'kase-brot-n2' });
    expect(await demo.call('create_note', { title: '  ' })).toEqual(failure('INVALID_INPUT'));
  });

  it('update_note changes a note only at the version that was read', async () => {
    await using demo = await setUp();
    const update = { id: 'groceries', version: 1, text: '- nothing' };
    expect(await demo.call('update_note', update)).toMatchObject({ id: 'groceries', title: 'Groceries', version: 2 });
    expect(await demo.call('update_note', { ...update, text: '- everything' })).toEqual(
      failure('STALE_VERSION', { id: 'groceries', given: 1, current: 2 }),
    );
    expect(await demo.call('read_note', { id: 'groceries' })).toMatchObject({ text: '- nothing', version: 2 });
    expect(await demo.call('update_note', { id: 'groceries', version: 2 })).toEqual(failure('INVALID_INPUT'));
  });

  it('append_to_note appends with every call', async () => {
    await using demo = await setUp();
    await demo.call('append_to_note', { id: 'packing-list', text: 'An umbrella.' });
    expect(await demo.call('append_to_note', { id: 'packing-list', text: 'An umbrella.' })).toMatchObject({
      version: 3,
    });
    const { text } = (await demo.call('read_note', { id: 'packing-list' })) as { text: string };
    expect(text.split('\n').slice(1)).toEqual(['An umbrella.', 'An umbrella.']);
  });

  it('set_note_tags replaces the tags, and a repeat changes nothing', async () => {
    await using demo = await setUp();
    const set = { id: 'groceries', tags: ['food', 'trip'] };
    const once = await demo.call('set_note_tags', set);
    expect(once).toMatchObject({ tags: ['food', 'trip'], version: 2 });
    expect(await demo.call('set_note_tags', set)).toEqual(once);
    expect(await demo.call('set_note_tags', { id: 'groceries', tags: [] })).toMatchObject({ tags: [], version: 3 });
    expect(await demo.call('set_note_tags', { id: 'groceries', tags: ['Two Words'] })).toEqual(
      failure('INVALID_INPUT'),
    );
  });

  it('delete_note deletes permanently, and a repeat changes nothing', async () => {
    await using demo = await setUp();
    expect(await demo.call('delete_note', { id: 'welcome' })).toEqual({ id: 'welcome', deleted: true });
    expect(await demo.call('delete_note', { id: 'welcome' })).toEqual({ id: 'welcome', deleted: false });
    expect(await demo.call('read_note', { id: 'welcome' })).toEqual(failure('NOTE_NOT_FOUND', { id: 'welcome' }));
  });

  it('publish_note always fails, and gives the reason', async () => {
    await using demo = await setUp();
    const result = await demo.client.callTool({ name: 'publish_note', arguments: { id: 'groceries' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^NO_PUBLISHING_TARGET: .* Nothing was sent\.\n/) }],
    });
    expect(await demo.call('publish_note', { id: 'groceries' })).toEqual(
      failure('NO_PUBLISHING_TARGET', { id: 'groceries' }),
    );
    expect(await demo.call('publish_note', { id: 'nothing' })).toEqual(failure('NOTE_NOT_FOUND', { id: 'nothing' }));
  });

  it.each(['../welcome', '/etc/passwd', 'notes/welcome', 'WELCOME', 'welcome.json', '.', 'a b'])(
    'finds a note only by its exact id: %s',
    async (id) => {
      await using demo = await setUp();
      expect(await demo.call('read_note', { id })).toEqual(failure('NOTE_NOT_FOUND', { id }));
      expect(await demo.call('append_to_note', { id, text: 'x' })).toEqual(failure('NOTE_NOT_FOUND', { id }));
      expect(await demo.call('delete_note', { id })).toEqual({ id, deleted: false });
    },
  );
});
