import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Note } from '../store/note.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('The words to look for, in any case: title, text or tags hold them as they stand'),
  limit: z.int().min(1).max(50).default(20).describe('How many matches to return at most'),
});

const Output = z.object({
  matches: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string() })),
  total: z.number(),
});

export function registerSearchNotes({ kit, store }: Toolbox): void {
  kit.registerTool(
    'search_notes',
    {
      title: 'Search Notes',
      description: {
        summary: 'Searches the titles, texts and tags of all notes.',
        returns: 'matches: id, title and the line that matched. total: how many there are, shown or not.',
        preconditions: 'None.',
        example: { matches: [{ id: 'groceries', title: 'Groceries', excerpt: '- two lemons' }], total: 1 },
      },
      annotations: categories.read({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ query, limit }) => {
      const { notes } = await store.notes.list();
      const wanted = query.toLowerCase();
      const matches = notes.flatMap((note) => {
        const excerpt = findLine(note, wanted);
        return excerpt === undefined ? [] : [{ id: note.id, title: note.title, excerpt }];
      });
      return { matches: matches.slice(0, limit), total: matches.length };
    },
  );
}

const EXCERPT_LENGTH = 160;

function findLine(note: Note, wanted: string): string | undefined {
  const lines = [note.title, ...note.text.split('\n'), note.tags.join(', ')];
  const line = lines.find((candidate) => candidate.toLowerCase().includes(wanted));
  if (line === undefined || line.length <= EXCERPT_LENGTH) return line;
  const start = Math.max(0, line.toLowerCase().indexOf(wanted) - EXCERPT_LENGTH / 4);
  return `${start > 0 ? '…' : ''}${line.slice(start, start + EXCERPT_LENGTH)}…`;
}
