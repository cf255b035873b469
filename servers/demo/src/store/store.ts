import { randomInt } from 'node:crypto';
import { openDirectory } from './directory.ts';
import { createFileStore, type FileStore } from './files.ts';
import { createNoteStore, type NoteStore } from './notes.ts';
import { createQueue } from './queue.ts';
import { seed } from './seed.ts';

/** Everything the playground keeps. Several servers can share one. */
export interface DemoStore {
  /** The directory on disk. */
  readonly dir: string;
  readonly notes: NoteStore;
  readonly files: FileStore;
  readonly now: () => Date;
  /** Calls back after every change of a note, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Where the playground is; and clock and chance, for tests to hold still. */
export interface StoreOptions {
  /** Made and filled with a few notes where it is not there. */
  readonly dir: string;
  readonly now?: () => Date;
  /** A few letters that tell notes of the same title apart. */
  readonly suffix?: () => string;
}

/**
 * Opens the playground's directory. Rejects with a `DemoError` where the directory holds other things.
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

// Without the letters and digits that look alike.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function randomSuffix(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
