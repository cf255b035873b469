import { NextcloudError } from '../../errors.ts';
import { FileContents, type ResourceSpec, toId } from '../../resources/define-resource.ts';
import { createNotesApi } from './notes-api.ts';
import { MAX_ATTACHMENT_BYTES } from './read-tools.ts';
import { attachmentName, toNote } from './schemas.ts';

const scopes = ['notes:read'] as const;

export const noteResources: readonly ResourceSpec[] = [
  {
    name: 'notes_settings',
    uri: 'notes://settings',
    title: 'Notes Settings',
    description: 'Folder and file suffix of notes.',
    scopes,
    read: (_, { nextcloud, signal }) => createNotesApi(nextcloud, signal).settings(),
  },
  {
    name: 'note',
    uri: 'nc://Notes/{note_id}',
    title: 'Note',
    description: 'A note with its content and etag.',
    scopes,
    read: async ({ note_id }, { nextcloud, signal }) =>
      toNote(await createNotesApi(nextcloud, signal).get(toId(note_id))),
  },
  {
    name: 'note_attachment',
    uri: 'nc://Notes/{note_id}/attachments/{attachment_filename}',
    title: 'Note Attachment',
    description: 'A file that is attached to a note.',
    mimeType: 'application/octet-stream',
    scopes,
    read: async ({ note_id, attachment_filename }, { nextcloud, signal }) => {
      const id = toId(note_id);
      const name = attachmentName.safeParse(attachment_filename);
      if (!name.success) throw new NextcloudError('NOT_FOUND', 'An attachment has a file name without a folder.');
      const { body, headers } = await createNotesApi(nextcloud, signal).attachment(id, name.data, MAX_ATTACHMENT_BYTES);
      return new FileContents(headers.get('content-type')?.split(';', 1)[0] ?? 'application/octet-stream', body);
    },
  },
];
