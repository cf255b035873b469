import { randomInt } from 'node:crypto';
import { openDirectory } from './directory.ts';
import { createFileStore, type FileStore } from './files.ts';
import { createNoteStore, type NoteStore } from './notes.ts';
import { createQueue } from './queue.ts';
import { seed } from './seed.ts';

/** The playground's data. Several servers can share one store. */
export interface DemoStore {
  /** The directory on disk. */
  readonly dir: string;
  readonly notes: NoteStore;
  readonly files: FileStore;
  readonly now: () => Date;
  /** Calls the listener after every change of a note, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** The location of the playground; and the clock and random source, for tests. */
export interface StoreOptions {
  /** Created with a few notes if it does not exist. */
  readonly dir: string;
  readonly now?: () => Date;
  /** Random letters that distinguish notes with the same title. */
  readonly suffix?: () => string;
}

/**
 * Opens the playground's directory. Rejects with a `DemoError` if the directory has other contents.
 *
 * @example
 * const store = await openStore({ dir: '/tmp/playground' });
 * await store.notes.create({ title: 'Groceries', text: '- oats', tags: [] });
 */
export async function openStore(options: StoreOptions): Promise<DemoStore> {
  const { dir, now = () => new Date(), suffix = randomSuffix } = options;
  const directory = await openDirectory(dir);
  const queue = createQueue();
  const listeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of listeners) listener();
  };
  const files = createFileStore({ folder: directory.files, queue });
  if (!directory.isSeeded) await seed(directory, files, now);
  return {
    dir: directory.path,
    notes: createNoteStore({ folder: directory.notes, queue, now, suffix, onChange }),
    files,
    now,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Without letters and digits that look alike.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function randomSuffix(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
