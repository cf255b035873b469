import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { EXAMPLE, noteSummary, tag, toSummary } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ tag: tag.optional().describe('Only notes with this tag; every note where it is left out') });

const Output = z.object({
  notes: z.array(noteSummary),
  unreadable: z.array(z.object({ file: z.string(), problem: z.string() })),
});

export function registerListNotes({ kit, store }: Toolbox): void {
  kit.registerTool(
    'list_notes',
    {
      title: 'List Notes',
      description: {
        summary: 'Lists the notes without their text, the latest change first.',
        returns:
          'notes: id, title, tags, version and updated_at of each. unreadable: files among the notes that are damaged, with the problem.',
        preconditions: 'None.',
        example: { notes: [EXAMPLE], unreadable: [] },
      },
      annotations: categories.read({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async (args) => {
      const { notes, unreadable } = await store.notes.list();
      const wanted = args.tag === undefined ? notes : notes.filter(({ tags }) => tags.includes(args.tag ?? ''));
      return { notes: wanted.map(toSummary), unreadable: [...unreadable] };
    },
  );
}
