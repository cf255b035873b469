import * as z from 'zod';
import { LIMITS } from './limits.ts';

/** A note, on disk and on the wire. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** Incremented by every change. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The result of reading a note's file. */
export type NoteReading =
  | { readonly kind: 'note'; readonly note: Note }
  /** `problem` goes after the name of the file: `is not JSON`. */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** A valid note id: usable as a file name and in a URI, and easy to read out. */
export const NOTE_ID: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

const StoredNote = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  version: z.int().min(1),
  created_at: z.string(),
  updated_at: z.string(),
});

/** Parses a note's file, and validates everything, because a person may have edited it. */
export function parseNote(id: string, text: string): NoteReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', problem: 'is not JSON' };
  }
  const parsed = StoredNote.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      kind: 'unreadable',
      problem: `is not a note (${issue?.path.join('.') || 'the whole file'}: ${issue?.message})`,
    };
  }
  const note = parsed.data;
  if (note.id !== id) return { kind: 'unreadable', problem: `holds a note with another id, '${note.id}'` };
  return { kind: 'note', note };
}

export function printNote(note: Note): string {
  return `${JSON.stringify(note, null, 2)}\n`;
}

/** The start of a new note's id, derived from its title: `Käse & Brot` becomes `kase-brot`. */
export function toSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? ['note']).join('-').slice(0, SLUG_LENGTH).replace(/-+$/, '');
}

const SLUG_LENGTH = 40;

/** Normalizes tags: unique and sorted. */
export function normalTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)].toSorted();
}

/** A valid tag. */
export const TAG: RegExp = new RegExp(`^[a-z0-9][a-z0-9-]{0,${LIMITS.tagLength - 1}}$`);
