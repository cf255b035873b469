import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { EXAMPLE, noteId, noteSummary, noteText, noteTitle, toSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z
  .object({
    id: noteId,
    version: z.int().min(1).describe('The version at which the note was read; if it has changed since, the call fails'),
    title: noteTitle.optional().describe('The new title; the old one stays where it is left out'),
    text: noteText.optional().describe('The new text, all of it; the old one stays where it is left out'),
  })
  .refine(({ title, text }) => title !== undefined || text !== undefined, 'give a new title or a new text, or both');

export function registerUpdateNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'update_note',
    {
      title: 'Update Note',
      description: {
        summary: 'Replaces the title or the text of a note, or both. The old ones are gone.',
        returns: 'id, title, tags, updated_at and the new version.',
        preconditions: 'The note exists and still has the given version; read_note tells it.',
        example: { ...EXAMPLE, version: 2 },
      },
      annotations: categories.update({ openWorld: false }),
      inputSchema: Input,
      outputSchema: noteSummary,
    },
    async ({ id, version, title, text }) => {
      const note = await store.notes.update(id, version, { title, text });
      return ok(toSummary(note), { text: `Updated note '${id}'; it is now at version ${note.version}.` });
    },
  );
}
