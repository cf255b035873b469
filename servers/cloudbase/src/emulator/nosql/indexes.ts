import { EJSON } from 'bson';
import { invalid, notFound, overLimit, Refusal } from '../refusal.ts';
import type { Document } from './ejson.ts';

interface Index {
  readonly name: string;
  readonly keys: readonly IndexKey[];
  readonly isUnique: boolean;
  readonly since: string;
}

interface IndexKey {
  readonly name: string;
  /** `1`, `-1` or `2dsphere`. */
  readonly direction: string;
}

/** The indexes of a collection; `_id_` always exists. */
export interface Indexes {
  readonly all: () => readonly Index[];
  readonly add: (index: Omit<Index, 'since'>, documents: readonly Document[]) => void;
  readonly drop: (name: string) => void;
  /** Throws if two documents have the same values in a unique index. */
  readonly check: (documents: readonly Document[]) => void;
}

const MAX_INDEXES = 64;

export function createIndexes(now: () => Date): Indexes {
  const since = (): string => now().toISOString();
  const indexes = new Map<string, Index>([
    ['_id_', { name: '_id_', keys: [{ name: '_id', direction: '1' }], isUnique: true, since: since() }],
  ]);
  return {
    all: () => [...indexes.values()],
    add: (index, documents) => {
      if (indexes.has(index.name)) throw new Refusal('ResourceInUse', `Index ${index.name} already exists.`);
      if (indexes.size >= MAX_INDEXES) throw overLimit(`A collection has at most ${MAX_INDEXES} indexes.`);
      if (index.keys.length === 0) throw invalid(`Index ${index.name} has no keys.`);
      const wrong = index.keys.find(({ direction }) => !['1', '-1', '2dsphere'].includes(direction));
      if (wrong !== undefined) throw invalid(`Direction of ${wrong.name} must be 1, -1 or 2dsphere.`);
      if (index.isUnique) checkUnique(index, documents);
      indexes.set(index.name, { ...index, since: since() });
    },
    drop: (name) => {
      if (name === '_id_') throw invalid('The index _id_ cannot be dropped.');
      if (!indexes.delete(name)) throw notFound(`Index ${name} not found.`);
    },
    check: (documents) => {
      for (const index of indexes.values()) if (index.isUnique) checkUnique(index, documents);
    },
  };
}

function checkUnique(index: Pick<Index, 'name' | 'keys'>, documents: readonly Document[]): void {
  const seen = new Set<string>();
  for (const document of documents) {
    const values = index.keys.map(({ name }) => valueAt(document, name.split('.')) ?? null);
    const key = EJSON.stringify({ values });
    if (seen.has(key))
      throw new Refusal('FailedOperation', `E11000 duplicate key error: index ${index.name}, dup key: ${key}`);
    seen.add(key);
  }
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt((value as Document)[key], rest) : undefined;
}
