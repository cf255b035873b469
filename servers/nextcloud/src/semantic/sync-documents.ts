import { NextcloudError } from '../errors.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { splitIntoChunks } from './chunks.ts';
import type { DocumentSource, DocumentType, SourceDocument } from './document-source.ts';
import type { Embedder } from './embeddings/embedder.ts';
import type { OwnerIndex } from './semantic-index.ts';

export interface SyncParts {
  readonly index: OwnerIndex;
  readonly embedder: Embedder;
  readonly sources: readonly DocumentSource[];
}

export interface SyncProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Brings the index of one user up to date: embeds new and changed documents, and deletes those that two scans in a row did not find.
 * Each document is stored as soon as it is embedded, so the next run continues after an aborted one.
 */
export async function syncDocuments(
  nextcloud: Nextcloud,
  { index, embedder, sources }: SyncParts,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: SyncProgress) => void },
): Promise<void> {
  const lists = [];
  for (const source of sources) {
    const listed = await listDocuments(source, nextcloud, signal);
    if (listed === undefined) continue;
    const versions = index.versions(source.type);
    lists.push({ source, listed, changed: listed.filter(({ id, version }) => versions.get(id) !== version) });
  }
  const total = lists.reduce((sum, { changed }) => sum + changed.length, 0);
  let done = 0;
  onProgress({ done, total });
  for (const { source, listed, changed } of lists) {
    for (const { load } of changed) {
      const document = await load(signal);
      if (document !== undefined) await indexDocument(source.type, document, { index, embedder }, signal);
      onProgress({ done: ++done, total });
    }
    index.finishScan(source.type, new Set(listed.map(({ id }) => id)));
  }
}

/** `undefined` if the app is not installed. Its indexed documents stay, because it may be disabled only temporarily. */
async function listDocuments(source: DocumentSource, nextcloud: Nextcloud, signal: AbortSignal) {
  try {
    return await source.list(nextcloud, signal);
  } catch (error) {
    if (error instanceof NextcloudError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Embeds one document and replaces it in the index. */
export async function indexDocument(
  type: DocumentType,
  document: SourceDocument,
  { index, embedder }: Pick<SyncParts, 'index' | 'embedder'>,
  signal: AbortSignal,
): Promise<void> {
  const chunks = splitIntoChunks(document.text);
  // Embed the title with every chunk: later chunks often do not repeat the subject.
  const texts = chunks.map(({ start, end }) => `${document.title}\n${document.text.slice(start, end)}`);
  const vectors = await embedder.embed(texts, signal);
  index.put(
    type,
    document,
    chunks.flatMap((chunk, number) => {
      const vector = vectors[number];
      return vector === undefined ? [] : [{ ...chunk, vector }];
    }),
  );
}
