import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import { EXAMPLE, noteSummary, noteText, noteTitle, tagList, toSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  title: noteTitle.describe('The title of the new note'),
  text: noteText.default('').describe('Its text, plain or Markdown'),
  tags: tagList.default([]).describe("Its tags, lower case: ['home', 'shopping']"),
});

export function registerCreateNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'create_note',
    {
      title: 'Create Note',
      description: {
        summary: 'Creates a new note. Every call makes another one, even with the same title.',
        returns: 'id, title, tags, version and updated_at of the new note.',
        preconditions: `There is room: the playground holds ${LIMITS.notes} notes.`,
        example: { ...EXAMPLE, id: 'groceries-k3xr' },
      },
      annotations: categories.create({ openWorld: false }),
      inputSchema: Input,
      outputSchema: noteSummary,
    },
    async (args) => {
      const note = await store.notes.create(args);
      return ok(toSummary(note), { text: `Created note '${note.id}', "${note.title}".` });
    },
  );
}
