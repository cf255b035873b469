import type { Chunk } from './chunks.ts';
import type { DocumentType, SourceDocument } from './document-source.ts';
import type { Ranked } from './fuse.ts';

/** A document and its chunks in the index. */
interface DocumentKey {
  readonly type: DocumentType;
  readonly id: string;
}

interface EmbeddedChunk extends Chunk {
  readonly vector: Float32Array;
}

export interface StoredChunk extends Chunk, DocumentKey {
  readonly number: number;
  readonly count: number;
  readonly version: string;
}

export interface IndexQuery {
  readonly types: readonly DocumentType[];
  readonly limit: number;
  /** For `byWords`: require every word; the default is any word. */
  readonly all?: boolean;
}

/** Full text and vectors in one place. Every method works on the documents of one owner only. */
export interface OwnerIndex {
  /** The version of each indexed document of a type, by id; only those embedded with the current embedder. */
  readonly versions: (type: DocumentType) => ReadonlyMap<string, string>;
  /** Replaces a document and its chunks in one transaction. */
  readonly put: (type: DocumentType, document: SourceDocument, chunks: readonly EmbeddedChunk[]) => void;
  /** Ends a complete scan: deletes documents that were absent in two scans in a row. Returns their number. */
  readonly finishScan: (type: DocumentType, present: ReadonlySet<string>) => number;
  /** The number of documents, not chunks. */
  readonly count: () => number;
  readonly byWords: (words: readonly string[], query: IndexQuery) => readonly Ranked[];
  readonly byVector: (vector: Float32Array, query: IndexQuery) => readonly Ranked[];
  readonly chunk: (chunk: number) => StoredChunk | undefined;
}

export interface SemanticIndex {
  readonly of: (owner: string) => OwnerIndex;
  readonly close: () => void;
}
