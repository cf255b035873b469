import type { Nextcloud } from '../http/nextcloud.ts';

export const DOCUMENT_TYPES = ['note', 'file', 'news_item'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A document with its text, as its owner can read it now. */
export interface SourceDocument {
  readonly id: string;
  /** Another one whenever title or text changed: an etag, or the time of the last change. */
  readonly version: string;
  readonly title: string;
  readonly category: string;
  readonly text: string;
}

/** A document in a list. `load` gives its text, and `undefined` where it disappeared since. */
interface ListedDocument {
  readonly id: string;
  readonly version: string;
  readonly load: (signal: AbortSignal) => Promise<SourceDocument | undefined>;
}

/**
 * One kind of documents to index. A new kind is one more of these.
 *
 * @example
 * const sources: readonly DocumentSource[] = [noteSource, fileSource];
 */
export interface DocumentSource {
  readonly type: DocumentType;
  /** Every document of the user. Throws where the list is not complete: absent documents would be taken for deleted ones. */
  readonly list: (nextcloud: Nextcloud, signal: AbortSignal) => Promise<readonly ListedDocument[]>;
  /** `undefined` where it is gone or the user may no longer read it. */
  readonly read: (nextcloud: Nextcloud, id: string, signal: AbortSignal) => Promise<SourceDocument | undefined>;
}
