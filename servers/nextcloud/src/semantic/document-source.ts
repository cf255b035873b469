import type { Nextcloud } from '../http/nextcloud.ts';

export const DOCUMENT_TYPES = ['note', 'file', 'news_item'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A document with its text, as its owner can read it now. */
export interface SourceDocument {
  readonly id: string;
  /** Differs whenever title or text changed: an etag, or the time of the last change. */
  readonly version: string;
  readonly title: string;
  readonly category: string;
  readonly text: string;
}

/** A document in a list. `load` returns its text, or `undefined` if it was deleted since. */
interface ListedDocument {
  readonly id: string;
  readonly version: string;
  readonly load: (signal: AbortSignal) => Promise<SourceDocument | undefined>;
}

/**
 * One kind of documents to index.
 *
 * @example
 * const sources: readonly DocumentSource[] = [noteSource, fileSource];
 */
export interface DocumentSource {
  readonly type: DocumentType;
  /** Lists every document of the user. Throws if the list is incomplete, because absent documents count as deleted. */
  readonly list: (nextcloud: Nextcloud, signal: AbortSignal) => Promise<readonly ListedDocument[]>;
  /** `undefined` if it was deleted or the user may no longer read it. */
  readonly read: (nextcloud: Nextcloud, id: string, signal: AbortSignal) => Promise<SourceDocument | undefined>;
}
