import { Query } from 'mingo';
import { invalid } from '../refusal.ts';
import type { Document } from './ejson.ts';

export interface Page {
  readonly filter: Document;
  readonly sort?: readonly { readonly key: string; readonly direction: number }[];
  readonly projection?: Document;
  readonly offset: number;
  readonly limit: number;
}

const OPTIONS = { scriptEnabled: false };

/** Whether a document matches the filter. Throws for unknown operators. */
export function matcherOf(filter: Document): (document: Document) => boolean {
  return guarded(() => {
    const query = new Query(filter, OPTIONS);
    return (document) => guarded(() => query.test(document));
  });
}

/** One page of matches, and the total number of matches. */
export function findIn(
  documents: readonly Document[],
  { filter, sort = [], projection, offset, limit }: Page,
): { readonly documents: readonly Document[]; readonly total: number } {
  return guarded(() => {
    const query = new Query(filter, OPTIONS);
    const total = documents.filter((document) => query.test(document)).length;
    const cursor = query.find<Document>([...documents], projection ?? {});
    if (sort.length > 0)
      cursor.sort(Object.fromEntries(sort.map(({ key, direction }) => [key, direction < 0 ? -1 : 1])));
    return { documents: cursor.skip(offset).limit(limit).all().map(idFirst), total };
  });
}

/** Moves the id to the front, as in MongoDB: projections of mingo have it at the end. */
const idFirst = (document: Document): Document =>
  '_id' in document ? { _id: document['_id'], ...document } : document;

/** Converts plain errors of mingo to refusals. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    throw invalid(error instanceof Error ? error.message : 'The expression is not valid.');
  }
}
