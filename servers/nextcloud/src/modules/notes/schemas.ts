import * as z from 'zod';
import type { RawNote } from './notes-api.ts';

export const noteId = z.int().min(1).describe('Id of the note');

export const attachmentName = z
  .string()
  .refine((name) => /^(?!\.{1,2}$)[^/\\]{1,255}$/.test(name), 'a file name without a folder');

export const Note = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  modified: z.string().describe('ISO 8601'),
  favorite: z.boolean(),
  readonly: z.boolean(),
  etag: z.string(),
});

/** The result of a write: the caller knows the content already. */
export const WrittenNote = Note.pick({ id: true, title: true, category: true, etag: true });

export const toNote = ({ modified, ...note }: RawNote): z.output<typeof Note> => ({
  ...note,
  modified: new Date(modified * 1000).toISOString(),
});

export const toWritten = ({ id, title, category, etag }: RawNote): z.output<typeof WrittenNote> => ({
  id,
  title,
  category,
  etag,
});
