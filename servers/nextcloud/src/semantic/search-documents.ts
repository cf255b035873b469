import type { Nextcloud } from '../http/nextcloud.ts';
import { DOCUMENT_TYPES, type DocumentType, type SourceDocument } from './document-source.ts';
import type { Fusion } from './fuse.ts';
import { rankChunks } from './rank-chunks.ts';
import type { OwnerIndex, StoredChunk } from './semantic-index.ts';
import { indexDocument, type SyncParts } from './sync-documents.ts';

export interface SearchQuery {
  readonly query: string;
  readonly limit: number;
  readonly types?: readonly DocumentType[];
  readonly fusion: Fusion;
  readonly scoreThreshold: number;
}

/** The best chunk of a document, verified to be current and readable. */
export interface FoundDocument {
  readonly chunk: StoredChunk;
  readonly document: SourceDocument;
  /** Relative to the best match, which has 1. */
  readonly score: number;
}

/** The number of chunks per requested result in each ranking, because one document can have several chunks. */
const CANDIDATES = 5;
const MIN_CANDIDATES = 50;
/** The number of retries when documents turn out to be changed or deleted. */
const MAX_ROUNDS = 3;
const PARALLEL_READS = 4;

/**
 * Searches by words and meaning, then reads each document again: a deleted or unreadable one is dropped, and a changed one is
 * indexed and searched again, so that results never show an old text.
 */
export async function searchDocuments(
  nextcloud: Nextcloud,
  query: SearchQuery,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> {
  const [vector] = await parts.embedder.embed([query.query], signal);
  const current = new Map<string, SourceDocument | undefined>();
  for (let round = 1; ; round++) {
    const ranked = rank(parts.index, query, vector).filter(
      ({ chunk }) => !current.has(documentKey(chunk)) || current.get(documentKey(chunk)) !== undefined,
    );
    const top = ranked.slice(0, query.limit);
    const hasChanged = await readAgain(nextcloud, top, { parts, current, signal });
    if (!hasChanged || round === MAX_ROUNDS)
      return top.flatMap(({ chunk, score }) => {
        const document = current.get(documentKey(chunk));
        return document === undefined || document.version !== chunk.version ? [] : [{ chunk, score, document }];
      });
  }
}

function rank(index: OwnerIndex, search: SearchQuery, vector: Float32Array | undefined) {
  const limit = Math.max(MIN_CANDIDATES, search.limit * CANDIDATES);
  const { query, fusion, types = DOCUMENT_TYPES } = search;
  const best = new Map<string, { readonly chunk: StoredChunk; readonly score: number }>();
  for (const { chunk: number, score } of rankChunks(index, { query, vector, fusion, types, limit })) {
    const chunk = score >= search.scoreThreshold ? index.chunk(number) : undefined;
    if (chunk !== undefined && !best.has(documentKey(chunk))) best.set(documentKey(chunk), { chunk, score });
  }
  return [...best.values()];
}

interface Reading {
  readonly parts: SyncParts;
  /** The documents that this search has read. */
  readonly current: Map<string, SourceDocument | undefined>;
  readonly signal: AbortSignal;
}

/** Whether a document was deleted or differs from the indexed version. */
async function readAgain(
  nextcloud: Nextcloud,
  found: readonly { readonly chunk: StoredChunk }[],
  { parts, current, signal }: Reading,
): Promise<boolean> {
  const waiting = found.map(({ chunk }) => chunk).filter((chunk) => !current.has(documentKey(chunk)));
  let hasChanged = false;
  const work = async (): Promise<void> => {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      const { type, id, version } = chunk;
      const document = await parts.sources.find((source) => source.type === type)?.read(nextcloud, id, signal);
      current.set(documentKey(chunk), document);
      if (document?.version === version) continue;
      hasChanged = true;
      if (document !== undefined) await indexDocument(type, document, parts, signal);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, work));
  return hasChanged;
}

const documentKey = ({ type, id }: Pick<StoredChunk, 'type' | 'id'>): string => `${type} ${id}`;
