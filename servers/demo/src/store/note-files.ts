import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { LIMITS } from './limits.ts';
import { NOTE_ID, type NoteReading, parseNote } from './note.ts';
import { assertFolder, readPlainFile, statPlain } from './plain-files.ts';

/** The sorted names of all JSON files in the folder of notes, including damaged notes. */
export async function listNoteFiles(folder: string): Promise<readonly string[]> {
  await assertFolder(folder);
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
}

/** Reads a file by its name, which may not be a valid note name. */
export async function readNamedNote(folder: string, file: string): Promise<NoteReading | undefined> {
  const id = file.slice(0, -'.json'.length);
  if (!NOTE_ID.test(id)) return { kind: 'unreadable', problem: 'has a name that is not a valid note id' };
  return readNote(join(folder, file), id);
}

/** Reads a note's file. Returns `undefined` if it does not exist, for example after a concurrent deletion. */
export async function readNote(path: string, id: string): Promise<NoteReading | undefined> {
  try {
    const stats = await statPlain(path);
    if (stats === undefined) return undefined;
    if (!stats.isFile()) return { kind: 'unreadable', problem: 'is not a plain file' };
    if (stats.size > LIMITS.noteFileBytes) return { kind: 'unreadable', problem: 'is too large for a note' };
    return parseNote(id, (await readPlainFile(path, LIMITS.noteFileBytes)).text);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (isErrno(error)) return { kind: 'unreadable', problem: `cannot be read (${error.code})` };
    throw error;
  }
}
