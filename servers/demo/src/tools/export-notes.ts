import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import type { Note } from '../store/note.ts';
import type { DemoStore } from '../store/store.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  format: z.enum(['markdown', 'json']).default('markdown').describe('How the export is written'),
  seconds: z.number().min(0).max(60).default(3).describe('How long the export shall take, all in all'),
});

const Output = z.object({ path: z.string(), notes: z.number(), bytes: z.number() });

/** A deliberately slow tool, which reports progress and stops at once when it is cancelled. */
export function registerExportNotes({ kit, store, wait }: Toolbox): void {
  kit.registerTool(
    'export_notes',
    {
      title: 'Export Notes',
      description: {
        summary:
          'Exports all notes to a new file under exports/. It takes a few seconds on purpose, sends progress for every note, and can be cancelled; then no file is made.',
        returns: 'path of the file, for read_file; the number of notes in it; bytes.',
        preconditions: `There is room for ${LIMITS.files} files.`,
        example: { path: 'exports/notes-20260504T093000Z.md', notes: 4, bytes: 1042 },
      },
      // Every call adds a file and changes no other.
      annotations: categories.action({ openWorld: false, destructive: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ format, seconds }, { signal, progress }) => {
      const { notes } = await store.notes.list();
      const total = notes.length;
      for (const [index, note] of notes.entries()) {
        await wait((seconds * 1000) / total, signal);
        signal.throwIfAborted();
        await progress({ progress: index + 1, total, message: `Exported "${note.title}"` });
      }
      signal.throwIfAborted();
      const text = format === 'json' ? `${JSON.stringify({ notes }, null, 2)}\n` : notes.map(toMarkdown).join('\n');
      const path = await writeExport(store, text, format === 'json' ? 'json' : 'md');
      const exported = { path, notes: total, bytes: Buffer.byteLength(text) };
      return ok(exported, { text: `Exported ${total} notes to ${path}.` });
    },
  );
}

/** Two exports may end in the same second; the later one gets a number. */
async function writeExport(store: DemoStore, text: string, extension: string): Promise<string> {
  const time = store
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  for (let number = 1; ; number++) {
    const path = `exports/notes-${time}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (await store.files.writeNew(path, text)) return path;
  }
}

function toMarkdown({ title, text, tags }: Note): string {
  return `# ${title}\n\n${text}\n${tags.length === 0 ? '' : `\nTags: ${tags.join(', ')}\n`}`;
}
