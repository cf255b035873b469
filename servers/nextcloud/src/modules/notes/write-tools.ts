import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { APPEND, CREATE, DELETE, UPDATE } from '../../tools/hints.ts';
import { createNotesApi } from './notes-api.ts';
import { noteId, toWritten, WrittenNote } from './schemas.ts';

const MAX_CONTENT = 1_000_000;
const SEPARATOR = '\n---\n';

const content = z.string().max(MAX_CONTENT).describe('Content in Markdown');
const category = z.string().max(200).describe('Category, such as Work/Ideas; empty for none');
const title = z.string().min(1).max(200).describe('Title');

export const createNote = defineTool({
  name: 'nc_notes_create_note',
  title: 'Create Note',
  description: 'Creates a note. A second note of the same title gets a number behind it.',
  hints: CREATE,
  scopes: ['notes:write'],
  input: z.object({ title, content, category }),
  output: WrittenNote,
  run: async (note, { nextcloud, signal }) => toWritten(await createNotesApi(nextcloud, signal).create(note)),
});

export const updateNote = defineTool({
  name: 'nc_notes_update_note',
  title: 'Update Note',
  description:
    'Replaces the title, content or category of a note. Fails without writing when the note has changed since the etag was read.',
  hints: UPDATE,
  scopes: ['notes:write'],
  input: z.object({
    note_id: noteId,
    etag: z.string().min(1).describe('Etag of the note as you read it'),
    title: title.nullable().optional().describe('New title; null keeps it'),
    content: content.nullable().optional().describe('New content, all of it; null keeps it, an empty text clears it'),
    category: category.nullable().optional().describe('New category; null keeps it, an empty text clears it'),
  }),
  output: WrittenNote,
  run: async ({ note_id, etag, ...given }, { nextcloud, signal }) => {
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
    if (Object.keys(changes).length === 0) throw invalidArgument('Give a new title, content or category.');
    return toWritten(await createNotesApi(nextcloud, signal).update(note_id, etag, changes));
  },
});

export const appendContent = defineTool({
  name: 'nc_notes_append_content',
  title: 'Append to Note',
  description: 'Adds text at the end of a note, below a line (---).',
  hints: APPEND,
  scopes: ['notes:write'],
  input: z.object({ note_id: noteId, content: content.min(1).describe('Markdown to add') }),
  output: WrittenNote,
  run: async ({ note_id, content: added }, { nextcloud, signal }) => {
    const notes = createNotesApi(nextcloud, signal);
    const { etag, content: before } = await notes.get(note_id);
    const joined = before === '' ? added : `${before}${SEPARATOR}${added}`;
    if (joined.length > MAX_CONTENT)
      throw invalidArgument(
        `Note ${note_id} would be longer than ${MAX_CONTENT} characters. Put the rest in a new note.`,
      );
    return toWritten(await notes.update(note_id, etag, { content: joined }));
  },
});

export const deleteNote = defineTool({
  name: 'nc_notes_delete_note',
  title: 'Delete Note',
  description: 'Deletes a note and its attachments. Says so where it was gone already.',
  hints: DELETE,
  scopes: ['notes:write'],
  input: z.object({ note_id: noteId }),
  output: Deleted,
  run: async ({ note_id }, { nextcloud, signal }) => {
    const notes = createNotesApi(nextcloud, signal);
    const found = await notes.find(note_id);
    const wasThere = found !== undefined && (await notes.remove(note_id));
    if (found !== undefined) await notes.removeAttachments(note_id, found.category);
    return toDeleted(`note ${note_id}`, wasThere);
  },
});
