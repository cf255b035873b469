import * as z from 'zod';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { createNotesApi } from './notes-api.ts';
import { attachmentName, Note, noteId, toNote } from './schemas.ts';
import { scoreNotes } from './score-notes.ts';

/** The size limit of an attachment. */
export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** An account can have thousands of notes, too many for a model's context. */
const MAX_RESULTS = 100;

export const searchNotes = defineTool({
  name: 'nc_notes_search_notes',
  title: 'Search Notes',
  description:
    'Finds notes by words in their title or content. Returns ids and titles of the best 100; read one with nc_notes_get_note.',
  hints: READ,
  scopes: ['notes:read'],
  input: z.object({
    query: z.string().min(1).max(500).describe('Words to look for; beginnings of words match too'),
  }),
  output: z.object({
    query: z.string(),
    total_found: z.int(),
    results: z.array(z.object({ id: z.int(), title: z.string(), category: z.string(), score: z.number() })).readonly(),
  }),
  run: async ({ query }, { nextcloud, signal }) => {
    const found = scoreNotes(await createNotesApi(nextcloud, signal).all(), query);
    return { query, total_found: found.length, results: found.slice(0, MAX_RESULTS) };
  },
});

export const getNote = defineTool({
  name: 'nc_notes_get_note',
  title: 'Get Note',
  description: 'Reads a note: its content, and the etag that nc_notes_update_note needs.',
  hints: READ,
  scopes: ['notes:read'],
  input: z.object({ note_id: noteId }),
  output: Note,
  run: async ({ note_id }, { nextcloud, signal }) => toNote(await createNotesApi(nextcloud, signal).get(note_id)),
});

export const getAttachment = defineTool({
  name: 'nc_notes_get_attachment',
  title: 'Get Note Attachment',
  description: 'Reads a file that is attached to a note, as base64.',
  hints: READ,
  scopes: ['notes:read'],
  input: z.object({
    note_id: noteId,
    attachment_filename: attachmentName.describe('Name of the file, as it stands in the note'),
  }),
  output: z.object({ uri: z.string(), mimeType: z.string(), size: z.int(), data: z.string().describe('base64') }),
  run: async ({ note_id, attachment_filename: name }, { nextcloud, signal }) => {
    const { body, headers } = await createNotesApi(nextcloud, signal).attachment(note_id, name, MAX_ATTACHMENT_BYTES);
    return {
      uri: `nc://Notes/${note_id}/attachments/${encodeURIComponent(name)}`,
      mimeType: headers.get('content-type')?.split(';', 1)[0] ?? 'application/octet-stream',
      size: body.length,
      data: Buffer.from(body).toString('base64'),
    };
  },
});
