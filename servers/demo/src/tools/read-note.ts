import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { EXAMPLE, noteId, noteSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ id: noteId });

const Output = noteSummary.extend({ text: z.string(), created_at: z.string() });

export function registerReadNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'read_note',
    {
      title: 'Read Note',
      description: {
        summary: 'Reads one note with its text.',
        returns: 'id, title, text, tags, version, created_at and updated_at. update_note wants the version.',
        preconditions: 'The note exists.',
        example: { ...EXAMPLE, text: '- oats\n- two lemons', created_at: EXAMPLE.updated_at },
      },
      annotations: categories.read({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ id }) => {
      const note = await store.notes.read(id);
      return { ...note, tags: [...note.tags] };
    },
  );
}
