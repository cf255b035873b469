import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud, NextcloudRequest, NextcloudResponse } from '../../http/nextcloud.ts';

/** A note as the Notes app sends it. */
export const RawNote = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  modified: z.int(),
  favorite: z.boolean(),
  readonly: z.boolean().default(false),
  etag: z.string(),
});
export type RawNote = z.output<typeof RawNote>;

const Settings = z.object({ notesPath: z.string(), fileSuffix: z.string() });

const BASE = ['apps', 'notes', 'api', 'v1'];
/** The page size; the app answers with a cursor if there are more notes. */
const CHUNK = 500;
/** A safety limit on the number of pages; further notes are not searched. */
const MAX_CHUNKS = 100;

/** The writable fields of a note. */
interface NoteChanges {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly category?: string | undefined;
}

/** A client for the Notes app. */
export function createNotesApi(nextcloud: Nextcloud, signal: AbortSignal): NotesApi {
  const noteRequest = (id: number): Pick<NextcloudRequest, 'path' | 'what' | 'signal'> => ({
    path: [...BASE, 'notes', String(id)],
    what: `note ${id}`,
    signal,
  });
  const settings = () =>
    nextcloud.json(Settings, { method: 'GET', path: [...BASE, 'settings'], what: 'the settings of Notes', signal });
  return {
    get: (id) => nextcloud.json(RawNote, { ...noteRequest(id), method: 'GET' }),
    find: async (id) => {
      try {
        return await nextcloud.json(RawNote, { ...noteRequest(id), method: 'GET' });
      } catch (error) {
        if (error instanceof NextcloudError && error.status === 404) return undefined;
        throw error;
      }
    },
    create: (note) =>
      nextcloud.json(RawNote, { method: 'POST', path: [...BASE, 'notes'], json: note, what: 'the new note', signal }),
    update: (id, etag, changes) =>
      nextcloud.json(RawNote, {
        ...noteRequest(id),
        method: 'PUT',
        json: changes,
        headers: { 'if-match': `"${etag}"` },
      }),
    remove: async (id) => {
      const { status } = await nextcloud.request({ ...noteRequest(id), method: 'DELETE', accept: [404] });
      return status !== 404;
    },
    all: () => allNotes(nextcloud, signal),
    settings,
    attachment: (id, name, maxBytes) =>
      nextcloud.request({
        method: 'GET',
        path: ['apps', 'notes', 'api', 'v1.4', 'attachment', String(id)],
        query: { path: `.attachments.${id}/${name}` },
        what: `the attachment '${name}' of note ${id}`,
        maxBytes,
        signal,
      }),
    removeAttachments: async (id, category) => {
      const { notesPath } = await settings();
      const folder = [notesPath, category].flatMap((part) => part.split('/')).filter((part) => part !== '');
      await nextcloud.request({
        method: 'DELETE',
        path: ['remote.php', 'dav', 'files', nextcloud.user, ...folder, `.attachments.${id}`],
        what: `the attachments of note ${id}`,
        accept: [404],
        signal,
      });
    },
  };
}

export interface NotesApi {
  readonly get: (id: number) => Promise<RawNote>;
  /** `undefined` if there is none. */
  readonly find: (id: number) => Promise<RawNote | undefined>;
  readonly create: (note: Required<NoteChanges>) => Promise<RawNote>;
  /** Fails if the note has another etag by now. */
  readonly update: (id: number, etag: string, changes: NoteChanges) => Promise<RawNote>;
  /** `false` if there was none. */
  readonly remove: (id: number) => Promise<boolean>;
  readonly all: () => Promise<readonly RawNote[]>;
  readonly settings: () => Promise<z.output<typeof Settings>>;
  readonly attachment: (id: number, name: string, maxBytes: number) => Promise<NextcloudResponse>;
  /** Deletes the attachments of a deleted note, if it had any. */
  readonly removeAttachments: (id: number, category: string) => Promise<void>;
}

/** The app sends them in chunks; the last chunk also repeats every other note with its id alone. */
async function allNotes(nextcloud: Nextcloud, signal: AbortSignal): Promise<readonly RawNote[]> {
  const notes = new Map<number, RawNote>();
  let cursor: string | undefined;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const { text, headers } = await nextcloud.request({
      method: 'GET',
      path: [...BASE, 'notes'],
      query: { chunkSize: CHUNK, chunkCursor: cursor },
      headers: { accept: 'application/json' },
      what: 'your notes',
      signal,
    });
    for (const item of parseList(text)) {
      const note = RawNote.safeParse(item);
      if (note.success) notes.set(note.data.id, note.data);
    }
    cursor = headers.get('x-notes-chunk-cursor') ?? undefined;
    if (cursor === undefined) break;
  }
  return [...notes.values()];
}

/** Own parsing, because the error message of `JSON.parse` would quote notes. */
function parseList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // Reported by the error below.
  }
  throw new NextcloudError(
    'UNEXPECTED_REPLY',
    'The answer for your notes is not a list. Check the version of Notes with toolmark-nextcloud doctor.',
  );
}
