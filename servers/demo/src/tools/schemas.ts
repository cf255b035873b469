// Schemas shared by several tools. Created once, because over HTTP every request has its own server, and the kit caches
// conversions by schema.

import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import { type Note, TAG } from '../store/note.ts';

export const noteId: z.ZodString = z
  .string()
  .min(1)
  .max(64)
  .describe("The id of the note, as list_notes gives it: 'groceries'");

export const noteTitle: z.ZodString = z.string().trim().min(1).max(LIMITS.titleLength);

export const noteText: z.ZodString = z.string().max(LIMITS.textLength);

export const tag: z.ZodString = z.string().regex(TAG, 'must be lower-case letters, digits and dashes');

export const tagList: z.ZodArray<z.ZodString> = z.array(tag).max(LIMITS.tags);

export const filePath: z.ZodString = z
  .string()
  .min(1)
  .max(LIMITS.pathLength)
  .describe("The path of the file, relative and with '/': 'drafts/idea.md'");

/** A note without its text. */
export const noteSummary: z.ZodObject<{
  id: z.ZodString;
  title: z.ZodString;
  tags: z.ZodArray<z.ZodString>;
  version: z.ZodNumber;
  updated_at: z.ZodString;
}> = z.object({
  id: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  version: z.number(),
  updated_at: z.string(),
});

export type NoteSummary = z.infer<typeof noteSummary>;

export function toSummary({ id, title, tags, version, updated_at }: Note): NoteSummary {
  return { id, title, tags: [...tags], version, updated_at };
}

/** For examples in descriptions: a note that exists in every new playground. */
export const EXAMPLE: NoteSummary = {
  id: 'groceries',
  title: 'Groceries',
  tags: ['home', 'shopping'],
  version: 1,
  updated_at: '2026-05-04T09:30:00.000Z',
};
