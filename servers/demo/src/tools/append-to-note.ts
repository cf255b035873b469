import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import { EXAMPLE, noteId, noteSummary, noteText, toSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  id: noteId,
  text: noteText.min(1).describe('What to add, on a line of its own'),
});

export function registerAppendToNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'append_to_note',
    {
      title: 'Append to Note',
      description: {
        summary: 'Appends text to the end of a note. Every call adds it again.',
        returns: 'id, title, tags, updated_at and the new version.',
        preconditions: `The note exists and has room: it holds ${LIMITS.textLength} characters.`,
        example: { ...EXAMPLE, version: 2 },
      },
      annotations: categories.append({ openWorld: false }),
      inputSchema: Input,
      outputSchema: noteSummary,
    },
    async ({ id, text }) => {
      const note = await store.notes.append(id, text);
      return ok(toSummary(note), { text: `Added to note '${id}'; it is now at version ${note.version}.` });
    },
  );
}
