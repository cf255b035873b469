import { randomBytes } from 'node:crypto';
import { EJSON } from 'bson';
import { LIMITS } from '../limits.ts';
import { invalid, overLimit, Refusal } from '../refusal.ts';
import { copyDocument, type Document, writeDocument } from './ejson.ts';
import { findIn, matcherOf, type Page } from './find.ts';
import { createIndexes, type Indexes } from './indexes.ts';
import { applyUpdate, newFromUpsert } from './update.ts';

interface UpdateResult {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId: unknown;
}

/** A collection of the document database. */
export interface Collection {
  readonly name: string;
  readonly indexes: Indexes;
  readonly documents: () => readonly Document[];
  /** Inserts all documents or none. Returns the ids. */
  readonly insert: (documents: readonly Document[]) => readonly unknown[];
  readonly find: (page: Page) => { readonly documents: readonly Document[]; readonly total: number };
  readonly update: (filter: Document, update: Document, isMulti: boolean, isUpsert: boolean) => UpdateResult;
  readonly remove: (filter: Document, isMulti: boolean) => number;
  readonly bytes: () => number;
}

export function createCollection(name: string, now: () => Date): Collection {
  let documents: readonly Document[] = [];
  const indexes = createIndexes(now);
  const replaceAll = (next: readonly Document[]): void => {
    if (next.length > LIMITS.documentsPerCollection)
      throw overLimit(`The emulator keeps at most ${LIMITS.documentsPerCollection} documents in a collection.`);
    indexes.check(next);
    documents = next;
  };
  return {
    name,
    indexes,
    documents: () => documents,
    insert: (added) => {
      const complete = added.map((document) => {
        const whole: Document = { _id: randomBytes(16).toString('hex'), ...document };
        checkDocument(whole);
        return whole;
      });
      replaceAll([...documents, ...complete]);
      return complete.map(({ _id }) => _id);
    },
    find: (page) => findIn(documents, page),
    update: (filter, update, isMulti, isUpsert) => {
      const matches = matcherOf(filter);
      const found = documents.filter(matches);
      const chosen = new Set(isMulti ? found : found.slice(0, 1));
      if (chosen.size === 0 && isUpsert) {
        const added: Document = newFromUpsert(filter, update);
        added['_id'] ??= randomBytes(16).toString('hex');
        checkDocument(added);
        replaceAll([...documents, added]);
        return { matched: 0, modified: 0, upsertedId: added['_id'] };
      }
      let modified = 0;
      const next = documents.map((document) => {
        if (!chosen.has(document)) return document;
        const changed = applyUpdate(copyDocument(document), update, isMulti, filter);
        checkDocument(changed);
        if (valueKey(changed['_id']) !== valueKey(document['_id']))
          throw invalid('The _id of a document cannot change.');
        if (writeDocument(changed) === writeDocument(document)) return document;
        modified += 1;
        return changed;
      });
      replaceAll(next);
      return { matched: chosen.size, modified, upsertedId: undefined };
    },
    remove: (filter, isMulti) => {
      const found = documents.filter(matcherOf(filter));
      const gone = new Set(isMulti ? found : found.slice(0, 1));
      documents = documents.filter((each) => !gone.has(each));
      return gone.size;
    },
    bytes: () => documents.reduce((sum, document) => sum + Buffer.byteLength(writeDocument(document)), 0),
  };
}

const valueKey = (value: unknown): string => EJSON.stringify({ value });

function checkDocument(document: Document): void {
  if (Buffer.byteLength(writeDocument(document)) > LIMITS.documentBytes)
    throw overLimit(`A document has at most ${LIMITS.documentBytes} bytes.`);
  const [operator] = Object.keys(document).filter((key) => key.startsWith('$'));
  if (operator !== undefined) throw invalid(`A field must not begin with $: ${operator}.`);
  if (document['_id'] === null || Array.isArray(document['_id']))
    throw new Refusal('InvalidParameter', 'The _id must be a value.');
}
