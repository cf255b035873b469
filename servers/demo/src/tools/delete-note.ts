import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { noteId } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ id: noteId });

const Output = z.object({ id: z.string(), deleted: z.boolean() });

export function registerDeleteNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'delete_note',
    {
      title: 'Delete Note',
      description: {
        summary: 'Deletes a note for good; there is no trash. For a note that is not there it does nothing.',
        returns: 'id, and deleted: whether there was anything to delete.',
        preconditions: 'None.',
        example: { id: 'groceries', deleted: true },
      },
      annotations: categories.delete({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ id }) => {
      const deleted = await store.notes.remove(id);
      const text = deleted ? `Deleted note '${id}'.` : `There was no note '${id}'; nothing was deleted.`;
      return ok({ id, deleted }, { text });
    },
  );
}
