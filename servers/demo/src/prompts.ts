import { completable, type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { uriOf } from './resources.ts';
import type { Note } from './store/note.ts';
import type { DemoStore } from './store/store.ts';

/** The maximum number of notes in one prompt; each can be long. */
const MAX_NOTES = 20;

/** A prompt that summarises the notes with a tag. */
export function registerPrompts(server: McpServer, store: DemoStore): void {
  const tag = completable(z.string().describe('The tag whose notes are summarised'), async (start) =>
    (await tagsInUse(store)).filter((candidate) => candidate.startsWith(start.toLowerCase())),
  );
  server.registerPrompt(
    'summarize_notes',
    {
      title: 'Summarize Notes',
      description: 'Asks for a short summary of all notes with a tag, and for what is still open in them.',
      argsSchema: z.object({ tag }),
    },
    async (args) => {
      const notes = (await store.notes.list()).notes.filter(({ tags }) => tags.includes(args.tag));
      if (notes.length === 0) {
        const inUse = (await tagsInUse(store)).join(', ') || 'none';
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `No note has the tag '${args.tag}'. Tags in use: ${inUse}.`,
        );
      }
      return {
        description: `Summary of the notes tagged '${args.tag}'`,
        messages: [
          { role: 'user', content: { type: 'text', text: question(args.tag, notes) } },
          ...notes.slice(0, MAX_NOTES).map(toMessage),
        ],
      };
    },
  );
}

async function tagsInUse(store: DemoStore): Promise<string[]> {
  const { notes } = await store.notes.list();
  return [...new Set(notes.flatMap(({ tags }) => tags))].toSorted();
}

function question(tag: string, notes: readonly Note[]): string {
  const more = notes.length - MAX_NOTES;
  const rest = more > 0 ? ` ${more} older ones are not included.` : '';
  return `Summarise my notes tagged "${tag}" in three sentences, then list what is still open in them.${rest}`;
}

function toMessage(note: Note) {
  const text = `# ${note.title}\n\n${note.text}\n`;
  return {
    role: 'user' as const,
    content: { type: 'resource' as const, resource: { uri: uriOf(note), mimeType: 'text/markdown', text } },
  };
}
