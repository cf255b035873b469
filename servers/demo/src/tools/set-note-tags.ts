import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { EXAMPLE, noteId, noteSummary, tagList, toSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  id: noteId,
  tags: tagList.describe('All tags that the note shall have; those it has and that are not here go'),
});

export function registerSetNoteTags({ kit, store }: Toolbox): void {
  kit.registerTool(
    'set_note_tags',
    {
      title: 'Set Note Tags',
      description: {
        summary: 'Sets the tags of a note to exactly those given. The same call again changes nothing.',
        returns: 'id, title, tags, version and updated_at.',
        preconditions: 'The note exists.',
        example: EXAMPLE,
      },
      annotations: categories.set({ openWorld: false }),
      inputSchema: Input,
      outputSchema: noteSummary,
    },
    async ({ id, tags }) => {
      const note = await store.notes.setTags(id, tags);
      return ok(toSummary(note), { text: `Note '${id}' has the tags: ${note.tags.join(', ') || 'none'}.` });
    },
  );
}
