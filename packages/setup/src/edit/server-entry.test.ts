import { writeFileSync } from 'node:fs';
import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { TEXT, useEditorWorld } from './fixtures/editor-world.ts';

const world = useEditorWorld();

async function entryOf(name: string) {
  const found = await world().editor.entry(name);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

describe('a server in the config', () => {
  it('is shown without its secrets', async () => {
    expect((await entryOf('notes')).entry).toEqual({ command: 'notes', env: { KEY: MASK } });
    expect(await world().editor.entry('nobody')).toMatchObject({ error: { kind: 'missing' } });
  });

  it('keeps its secrets when it is changed or renamed', async () => {
    const { entry, hash } = await entryOf('notes');
    expect(
      await world().editor.change('notes', { name: 'memos', entry: { ...entry, timeout: 3 }, hash }),
    ).toMatchObject({
      ok: true,
    });
    expect(world().onDisk()).toBe(
      TEXT.replace('"notes":', '"memos":').replace('{ "KEY": "s1" } }', '{ "KEY": "s1" }, "timeout": 3 }'),
    );
    expect(world().inUse()).toEqual(['memos', 'a.b']);
  });

  it('is not changed with an outdated hash', async () => {
    const { entry, hash } = await entryOf('notes');
    expect(await world().editor.change('a.b', { entry, hash })).toMatchObject({ error: { kind: 'conflict' } });
    await world().editor.change('notes', { entry: { ...entry, timeout: 3 }, hash });
    expect(await world().editor.change('notes', { entry, hash })).toMatchObject({ error: { kind: 'conflict' } });
    expect(world().onDisk()).toContain('"timeout": 3');
  });

  it('is added only once under one name, also by concurrent requests', async () => {
    const added = await Promise.all(
      ['x', 'y', 'z'].map((command) => world().editor.add({ name: 'new', entry: { command } })),
    );
    expect(added.map(({ ok }) => ok)).toEqual([true, false, false]);
    expect((await entryOf('new')).entry).toEqual({ command: 'x' });
    expect(world().inUse()).toEqual(['notes', 'a.b', 'new']);
  });

  it.each<[string, string, object, object]>([
    ['an invalid name', 'a/b', { command: 'x' }, { path: 'name', message: 'cannot be the name of a server' }],
    ['no command', 'x', {}, { path: 'entry', message: 'needs a command or a url' }],
    [
      'a mask',
      'x',
      { command: 'x', env: { A: MASK } },
      { path: 'entry.env.A', message: expect.stringContaining('masked') },
    ],
  ])('is not added with %s', async (_what, name, entry, problem) => {
    const added = await world().editor.add({ name, entry: { ...entry } });
    expect(added.ok ? [] : added.error.problems).toEqual([problem]);
    expect(world().onDisk()).toBe(TEXT);
  });

  it('can be corrected in an unusable config, while changes of others are rejected', async () => {
    writeFileSync(world().file, TEXT.replace('"command": "notes", ', ''));
    expect(await world().editor.remove('a.b')).toMatchObject({ error: { kind: 'conflict' } });
    const { hash } = await entryOf('notes');
    expect(await world().editor.change('notes', { entry: { command: 'x' }, hash })).toMatchObject({ ok: true });
    expect(world().inUse()).toEqual(['notes', 'a.b']);
  });

  it('is removed', async () => {
    expect(await world().editor.remove('notes')).toMatchObject({ ok: true });
    expect([world().inUse(), await world().editor.remove('notes')]).toMatchObject([
      ['a.b'],
      { error: { kind: 'missing' } },
    ]);
    expect(world().onDisk()).not.toContain('s1');
  });

  it('is added separately from others in one request', async () => {
    const entries = [
      { name: 'one', entry: { command: 'x' } },
      { name: 'notes', entry: { command: 'x' } },
      { name: 'two', entry: {} },
      { name: 'one', entry: { command: 'y' } },
      { name: 'three', entry: { url: 'https://x.org' } },
    ];
    expect(await world().editor.addAll(entries)).toEqual({
      ok: true,
      value: {
        added: ['one', 'three'],
        refused: [
          { name: 'notes', reason: "There is a server 'notes' already. Give this one another name." },
          { name: 'two', reason: 'It needs a command or a url.' },
          { name: 'one', reason: "Another server in this import has the name 'one'." },
        ],
      },
    });
    expect(world().inUse()).toEqual(['notes', 'a.b', 'one', 'three']);
  });
});
