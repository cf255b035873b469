import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { DemoError } from './errors.ts';
import type { Note } from './store/note.ts';
import type { DemoStore } from './store/store.ts';

/** Every note is also a resource, `note:///{id}`, so that clients can show notes without a tool call. */
export function registerResources(server: McpServer, store: DemoStore): void {
  const template = new ResourceTemplate('note:///{id}', {
    list: async () => ({ resources: (await store.notes.list()).notes.map(toResource) }),
    complete: {
      id: async (start) => {
        const { notes } = await store.notes.list();
        return notes
          .map(({ id }) => id)
          .filter((id) => id.startsWith(start.toLowerCase()))
          .toSorted();
      },
    },
  });
  const config = { title: 'Note', description: 'One note of the playground, as Markdown.', mimeType: 'text/markdown' };
  server.registerResource('note', template, config, async (uri, { id }) => {
    const note = await readNote(store, String(id), uri.href);
    return { contents: [{ uri: uri.href, mimeType: config.mimeType, text: `# ${note.title}\n\n${note.text}\n` }] };
  });
}

/** The resource URI of a note. */
export const uriOf = (note: Note): string => `note:///${note.id}`;

function toResource(note: Note) {
  return {
    uri: uriOf(note),
    name: note.id,
    title: note.title,
    mimeType: 'text/markdown',
    annotations: { lastModified: note.updated_at },
  };
}

async function readNote(store: DemoStore, id: string, uri: string): Promise<Note> {
  try {
    return await store.notes.read(id);
  } catch (error) {
    if (!(error instanceof DemoError)) throw error;
    if (error.code === 'NOTE_NOT_FOUND') throw new ResourceNotFoundError(uri);
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  }
}
