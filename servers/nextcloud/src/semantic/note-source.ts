import { NextcloudError } from '../errors.ts';
import { createNotesApi, type RawNote } from '../modules/notes/notes-api.ts';
import type { DocumentSource, SourceDocument } from './document-source.ts';

/** The notes of a user. */
export const noteSource: DocumentSource = {
  type: 'note',
  list: async (nextcloud, signal) =>
    (await createNotesApi(nextcloud, signal).all()).map((note) => {
      const document = toDocument(note);
      return { id: document.id, version: document.version, load: async () => document };
    }),
  read: async (nextcloud, id, signal) => {
    try {
      const note = await createNotesApi(nextcloud, signal).find(Number(id));
      return note && toDocument(note);
    } catch (error) {
      if (error instanceof NextcloudError && error.status === 403) return undefined;
      throw error;
    }
  },
};

const toDocument = ({ id, etag, title, category, content }: RawNote): SourceDocument => ({
  id: String(id),
  version: etag,
  title,
  category,
  text: content,
});
