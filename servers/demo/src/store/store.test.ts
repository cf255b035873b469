import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../fixtures/playground.ts';
import { openStore } from './store.ts';

const MARKER = 'toolmark-demo.json';
const refused = (problem: RegExp) =>
  expect.objectContaining({ code: 'DIRECTORY_REFUSED', message: expect.stringMatching(problem) });

describe('openStore', () => {
  it('creates and fills the directory once', async () => {
    await using temporary = await createDirectory();
    const dir = join(temporary.path, 'deep', 'down');
    const store = await openStore({ dir });
    expect((await readdir(dir)).toSorted()).toEqual(['files', 'notes', MARKER]);
    for (const { id } of (await store.notes.list()).notes) await store.notes.remove(id);
    await store.files.removeAll('drafts');

    const again = await openStore({ dir });
    expect(await again.notes.list()).toEqual({ notes: [], unreadable: [] });
    expect(await again.files.list()).toMatchObject([{ path: 'ideas.txt' }]);
  });

  it('accepts an empty directory, even through a link', async () => {
    await using temporary = await createDirectory();
    await mkdir(join(temporary.path, 'real'));
    await symlink(join(temporary.path, 'real'), join(temporary.path, 'link'));
    const store = await openStore({ dir: join(temporary.path, 'link') });
    expect((await store.notes.list()).notes).toHaveLength(4);
    expect(await readdir(join(temporary.path, 'real'))).toContain(MARKER);
  });

  it('completes an interrupted start, and keeps existing files', async () => {
    await using temporary = await createDirectory();
    const dir = temporary.path;
    await openStore({ dir });
    await writeFile(join(dir, MARKER), '{"format":1,"seeded":false}');
    await rm(join(dir, 'notes', 'groceries.json'));
    await writeFile(join(dir, 'notes', 'welcome.json'), 'mine');

    const { notes, unreadable } = await (await openStore({ dir })).notes.list();
    expect(notes.map(({ id }) => id).toSorted()).toEqual(['groceries', 'lisbon-in-may', 'packing-list']);
    expect(unreadable).toMatchObject([{ file: 'welcome.json' }]);
    expect(await readFile(join(dir, 'notes', 'welcome.json'), 'utf8')).toBe('mine');
  });

  it('may be called concurrently', async () => {
    await using temporary = await createDirectory();
    const dir = join(temporary.path, 'demo');
    const stores = await Promise.all(Array.from({ length: 10 }, () => openStore({ dir })));
    for (const { notes } of stores) expect((await notes.list()).notes).toHaveLength(4);
  });

  it('rejects a directory with other contents, and changes nothing', async () => {
    await using temporary = await createDirectory();
    await writeFile(join(temporary.path, 'thesis.tex'), 'years of work');
    await expect(openStore({ dir: temporary.path })).rejects.toEqual(refused(/has other things in it; give an empty/));
    expect(await readdir(temporary.path)).toEqual(['thesis.tex']);
  });

  it.each(['{"format":2,"seeded":true}', 'rubbish', ''])('rejects a directory marked %j', async (marker) => {
    await using temporary = await createDirectory();
    await writeFile(join(temporary.path, MARKER), marker);
    await expect(openStore({ dir: temporary.path })).rejects.toEqual(refused(/that this version cannot read/));
    expect(await readFile(join(temporary.path, MARKER), 'utf8')).toBe(marker);
  });

  it.each(['notes', 'files'])('rejects a directory whose %s are elsewhere', async (folder) => {
    await using temporary = await createDirectory();
    await using elsewhere = await createDirectory();
    await openStore({ dir: temporary.path });
    await rm(join(temporary.path, folder), { recursive: true });
    await symlink(elsewhere.path, join(temporary.path, folder));
    await expect(openStore({ dir: temporary.path })).rejects.toEqual(refused(/is not a plain directory/));
    expect(await readdir(elsewhere.path)).toEqual([]);
  });

  it("passes on the system's error if the directory cannot be created", async () => {
    await using temporary = await createDirectory();
    await writeFile(join(temporary.path, 'file'), '');
    await expect(openStore({ dir: join(temporary.path, 'file') })).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
