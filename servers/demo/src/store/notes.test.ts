import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectory, createPlayground } from '../fixtures/playground.ts';
import { LIMITS } from './limits.ts';
import type { NoteStore } from './notes.ts';
import { openStore } from './store.ts';

const draft = (title: string) => ({ title, text: '', tags: [] });
const refusal = (code: string) => expect.objectContaining({ code });

describe('notes', () => {
  it('are listed with the latest change first', async () => {
    await using playground = await createPlayground({ suffix: () => 'a' });
    const { notes } = playground.store;
    await notes.create(draft('One'));
    await notes.append('lisbon-in-may', 'Sintra on Monday.');
    const { notes: listed } = await notes.list();
    expect(listed.map(({ id }) => id)).toEqual(['lisbon-in-may', 'one-a', 'groceries', 'packing-list', 'welcome']);
  });

  it.each([
    ['Käse & Brot!', 'kase-brot-x'],
    ['買い物', 'note-x'],
    [`${'very '.repeat(20)}long`, 'very-very-very-very-very-very-very-very-x'],
    ['../../etc/passwd', 'etc-passwd-x'],
  ])('%s gets the id %s', async (title, id) => {
    await using playground = await createPlayground({ suffix: () => 'x' });
    expect(await playground.store.notes.create(draft(title))).toMatchObject({ id, title, version: 1 });
    expect(await playground.store.notes.read(id)).toMatchObject({ title });
  });

  it('created concurrently with one title all exist', async () => {
    await using playground = await createPlayground();
    const created = await Promise.all(Array.from({ length: 20 }, () => playground.store.notes.create(draft('Same'))));
    expect(new Set(created.map(({ id }) => id)).size).toBe(20);
    expect((await playground.store.notes.list()).notes).toHaveLength(24);
  });

  it('created concurrently by two servers never overwrite each other', async () => {
    await using playground = await createPlayground();
    // Both use the same suffixes in the same order, to force collisions.
    const suffixes = () => {
      let count = 0;
      return () => `s${++count}`;
    };
    const stores = await Promise.all([1, 2].map(() => openStore({ dir: playground.dir, suffix: suffixes() })));
    await Promise.all(stores.flatMap(({ notes }) => [1, 2, 3].map(() => notes.create(draft('Same')))));
    const { notes } = await playground.store.notes.list();
    expect(notes.filter(({ title }) => title === 'Same')).toHaveLength(6);
  });

  it('fail with an error if no free id is found', async () => {
    await using playground = await createPlayground({ suffix: () => 'same' });
    await playground.store.notes.create(draft('Same'));
    await expect(playground.store.notes.create(draft('Same'))).rejects.toThrow('No free id');
  });

  it('keep every concurrent append', async () => {
    await using playground = await createPlayground();
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
    await Promise.all(lines.map((line) => playground.store.notes.append('welcome', line)));
    const note = await playground.store.notes.read('welcome');
    expect(note.version).toBe(11);
    expect(note.text.split('\n').slice(-10)).toEqual(lines);
  });

  it('accept only one of two updates at the same version', async () => {
    await using playground = await createPlayground();
    const { notes } = playground.store;
    const results = await Promise.allSettled(['a', 'b'].map((text) => notes.update('welcome', 1, { text })));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await notes.read('welcome')).toMatchObject({ text: 'a', version: 2 });
  });

  it('stay usable after a rejected change', async () => {
    await using playground = await createPlayground();
    const { notes } = playground.store;
    const refused = notes.update('welcome', 7, { text: 'x' });
    const after = notes.append('welcome', 'y');
    await expect(refused).rejects.toEqual(refusal('STALE_VERSION'));
    expect(await after).toMatchObject({ version: 2 });
  });

  it('notify listeners of changes, and of nothing else', async () => {
    await using playground = await createPlayground();
    const { notes, onChange } = playground.store;
    let changes = 0;
    const stop = onChange(() => changes++);
    await notes.create(draft('One'));
    await notes.setTags('groceries', ['home', 'shopping']);
    await notes.remove('nothing');
    await notes.remove('groceries');
    expect(changes).toBe(2);
    stop();
    await notes.remove('welcome');
    expect(changes).toBe(2);
  });

  it('leave no partial file behind', async () => {
    await using playground = await createPlayground();
    await playground.store.notes.append('welcome', 'x');
    await playground.store.notes.create(draft('One'));
    const names = await readdir(join(playground.dir, 'notes'));
    expect(names.filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('have a maximum number', async () => {
    await using playground = await createPlayground();
    const { notes } = playground.store;
    for (let count = 4; count < LIMITS.notes; count++) await notes.create(draft('Many'));
    await expect(notes.create(draft('One more'))).rejects.toEqual(refusal('TOO_MANY_NOTES'));
    await notes.remove('welcome');
    expect(await notes.create(draft('One more'))).toMatchObject({ title: 'One more' });
  });

  it('have a maximum length, and stay unchanged beyond it', async () => {
    await using playground = await createPlayground();
    const { notes } = playground.store;
    await notes.update('welcome', 1, { text: 'x'.repeat(LIMITS.textLength - 2) });
    await expect(notes.append('welcome', 'yy')).rejects.toEqual(refusal('NOTE_TOO_LONG'));
    expect(await notes.append('welcome', 'y')).toMatchObject({ version: 3 });
  });
});

describe('a damaged file among the notes', () => {
  const whole = { id: 'bad', title: 'Bad', text: '', tags: [], version: 1, created_at: '', updated_at: '' };
  const write = (text: string) => (path: string) => writeFile(path, text);
  const cases: readonly [string, (path: string) => Promise<unknown>, RegExp][] = [
    ['cut short', write('{"id":"bad","tit'), /^is not JSON$/],
    ['empty', write(''), /^is not JSON$/],
    ['something else', write('[1]'), /^is not a note \(the whole file: /],
    ['without a title', write(JSON.stringify({ ...whole, title: undefined })), /^is not a note \(title: /],
    ['at no version', write(JSON.stringify({ ...whole, version: 0 })), /^is not a note \(version: /],
    ['of another note', write(JSON.stringify({ ...whole, id: 'good' })), /^holds a note with another id, 'good'$/],
    ['huge', write(' '.repeat(LIMITS.noteFileBytes + 1)), /^is too large for a note$/],
    ['a folder', (path) => mkdir(path), /^is not a plain file$/],
    ['a link', (path) => symlink(join(path, '..', 'welcome.json'), path), /^is not a plain file$/],
  ];

  it.each(cases)('%s, is reported and stays unchanged', async (_, make, problem) => {
    await using playground = await createPlayground();
    const { notes } = playground.store;
    const path = join(playground.dir, 'notes', 'bad.json');
    await make(path);
    const before = await readFile(path).catch((error: Error) => error.message);

    const listing = await notes.list();
    expect(listing.notes).toHaveLength(4);
    expect(listing.unreadable).toEqual([{ file: 'bad.json', problem: expect.stringMatching(problem) }]);
    const calls: readonly ((store: NoteStore) => Promise<unknown>)[] = [
      (store) => store.read('bad'),
      (store) => store.update('bad', 1, { text: 'x' }),
      (store) => store.append('bad', 'x'),
      (store) => store.setTags('bad', []),
      (store) => store.remove('bad'),
    ];
    for (const call of calls) await expect(call(notes)).rejects.toEqual(refusal('NOTE_UNREADABLE'));
    expect(await readFile(path).catch((error: Error) => error.message)).toEqual(before);
  });

  it('is never overwritten by a new note', async () => {
    const suffixes = ['bad', 'good'];
    await using playground = await createPlayground({ suffix: () => suffixes.shift() ?? '' });
    const path = join(playground.dir, 'notes', 'one-bad.json');
    await writeFile(path, 'precious');
    expect(await playground.store.notes.create(draft('One'))).toMatchObject({ id: 'one-good' });
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it('may have a name that is invalid for notes', async () => {
    await using playground = await createPlayground();
    await writeFile(join(playground.dir, 'notes', 'My Note.json'), '{}');
    const { unreadable } = await playground.store.notes.list();
    expect(unreadable).toEqual([{ file: 'My Note.json', problem: 'has a name that is not a valid note id' }]);
  });
});

describe('the folder of the notes', () => {
  it('is not followed if it has become a link', async () => {
    await using playground = await createPlayground();
    await using elsewhere = await createDirectory();
    const folder = join(playground.dir, 'notes');
    await rename(folder, join(elsewhere.path, 'notes'));
    await symlink(join(elsewhere.path, 'notes'), folder);
    const { notes } = playground.store;
    await expect(notes.list()).rejects.toEqual(refusal('DIRECTORY_REFUSED'));
    await expect(notes.create(draft('One'))).rejects.toEqual(refusal('DIRECTORY_REFUSED'));
    await expect(notes.remove('welcome')).rejects.toEqual(refusal('DIRECTORY_REFUSED'));
    expect(await readdir(join(elsewhere.path, 'notes'))).toHaveLength(4);
  });

  it('may be missing, which is reported', async () => {
    await using playground = await createPlayground();
    await rm(join(playground.dir, 'notes'), { recursive: true });
    await expect(playground.store.notes.list()).rejects.toEqual(refusal('DIRECTORY_REFUSED'));
  });
});
