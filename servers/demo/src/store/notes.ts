import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, replaceFile } from '@toolmark/base';
import { DemoError, noteNotFound, noteTooLong, noteUnreadable, staleVersion, tooManyNotes } from '../errors.ts';
import { LIMITS } from './limits.ts';
import { NOTE_ID, type Note, normalTags, printNote, toSlug } from './note.ts';
import { listNoteFiles, readNamedNote, readNote } from './note-files.ts';
import { assertFolder } from './plain-files.ts';
import type { Queue } from './queue.ts';

/** The note store, with one file for each note. */
export interface NoteStore {
  /** Latest change first. */
  list(): Promise<NoteListing>;
  read(id: string): Promise<Note>;
  create(note: NewNote): Promise<Note>;
  /** Changes a note if its version is still the given one. */
  update(id: string, version: number, changes: NoteChanges): Promise<Note>;
  /** Appends one or more lines. */
  append(id: string, text: string): Promise<Note>;
  /** Replaces the tags of a note. Equal tags change nothing, not even the version. */
  setTags(id: string, tags: readonly string[]): Promise<Note>;
  /** Deletes a note permanently. Returns false if it did not exist. */
  remove(id: string): Promise<boolean>;
}

/** All notes, and the unreadable files among them. */
export interface NoteListing {
  readonly notes: readonly Note[];
  readonly unreadable: readonly UnreadableFile[];
}

/** A file among the notes that is not a valid note. It is reported and never changed. */
export interface UnreadableFile {
  readonly file: string;
  readonly problem: string;
}

/** A note without an id. */
export interface NewNote {
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** The fields to replace; absent ones stay unchanged. */
export interface NoteChanges {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

export interface NoteStoreOptions {
  readonly folder: string;
  readonly queue: Queue;
  readonly now: () => Date;
  /** Random letters that distinguish notes with the same title. */
  readonly suffix: () => string;
  readonly onChange: () => void;
}

/** The maximum number of tries to find a free id. With random suffixes the first one usually succeeds. */
const TRIES = 20;

export function createNoteStore({ folder, queue, now, suffix, onChange }: NoteStoreOptions): NoteStore {
  const noteFile = (id: string): string => join(folder, `${id}.json`);

  const read = async (id: string): Promise<Note> => {
    await assertFolder(folder);
    const reading = NOTE_ID.test(id) ? await readNote(noteFile(id), id) : undefined;
    if (reading === undefined) throw noteNotFound(id);
    if (reading.kind === 'unreadable') throw noteUnreadable(`${id}.json`, reading.problem);
    return reading.note;
  };

  const change = (id: string, edit: (note: Note) => Partial<Note>): Promise<Note> =>
    queue(async () => {
      const note = await read(id);
      const edits = edit(note);
      if (Object.keys(edits).length === 0) return note;
      const changed = { ...note, ...edits, version: note.version + 1, updated_at: now().toISOString() };
      await replaceFile(noteFile(id), printNote(changed));
      onChange();
      return changed;
    });

  return {
    read,
    list: async () => {
      const names = await listNoteFiles(folder);
      const readings = await Promise.all(
        names.map(async (file) => ({ file, reading: await readNamedNote(folder, file) })),
      );
      const notes = readings.flatMap(({ reading }) => (reading?.kind === 'note' ? [reading.note] : []));
      const unreadable = readings.flatMap(({ file, reading }) =>
        reading?.kind === 'unreadable' ? [{ file, problem: reading.problem }] : [],
      );
      return { notes: notes.toSorted(byChange), unreadable };
    },
    create: ({ title, text, tags }) =>
      queue(async () => {
        if ((await listNoteFiles(folder)).length >= LIMITS.notes) throw tooManyNotes();
        const time = now().toISOString();
        const content = { title, text, tags: normalTags(tags), version: 1, created_at: time, updated_at: time };
        for (let attempt = 0; attempt < TRIES; attempt++) {
          const note: Note = { id: `${toSlug(title)}-${suffix()}`, ...content };
          if (!(await createFile(noteFile(note.id), printNote(note)))) continue;
          onChange();
          return note;
        }
        throw new Error(`No free id found for a note after ${TRIES} tries`);
      }),
    update: (id, version, changes) =>
      change(id, (note) => {
        if (note.version !== version) throw staleVersion(id, version, note.version);
        return {
          ...(changes.title !== undefined && { title: changes.title }),
          ...(changes.text !== undefined && { text: changes.text }),
        };
      }),
    append: (id, addition) =>
      change(id, (note) => {
        const text = note.text === '' || note.text.endsWith('\n') ? note.text + addition : `${note.text}\n${addition}`;
        if (text.length > LIMITS.textLength) throw noteTooLong(id, text.length);
        return { text };
      }),
    setTags: (id, tags) =>
      change(id, (note) => {
        const wanted = normalTags(tags);
        return wanted.join() === normalTags(note.tags).join() ? {} : { tags: wanted };
      }),
    remove: (id) =>
      queue(async () => {
        try {
          // Don't delete an unreadable note, which a person may want to repair.
          await read(id);
        } catch (error) {
          if (error instanceof DemoError && error.code === 'NOTE_NOT_FOUND') return false;
          throw error;
        }
        await rm(noteFile(id));
        onChange();
        return true;
      }),
  };
}

function byChange(a: Note, b: Note): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
