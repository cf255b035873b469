import { afterEach, beforeEach } from 'vitest';
import type { Engine } from '../engine.ts';
import { termsOf } from '../read/search-calls.ts';
import type { StoreWriter } from '../store.ts';
import { createStoreWriter } from '../write/create-writer.ts';

/** An engine on an empty store of its own. */
export interface OpenedEngine {
  readonly engine: Engine;
  /** Another engine on the same store, as another gateway would have it; `undefined` where nobody else can get at it. */
  readonly another: (() => Promise<Engine>) | undefined;
  /** Closes every engine and removes the store. */
  readonly remove: () => Promise<void>;
}

export type OpenEngine = () => Promise<OpenedEngine>;

/** What a test of a contract works with; there from its beginning to its end. */
export interface TestStore extends OpenedEngine {
  readonly writer: StoreWriter;
}

/** The clock of whatever is not told the time. */
export const CLOCK: number = Date.UTC(2026, 6, 28, 12);

/**
 * An empty store for every test.
 *
 * @example
 * const store = useStore(open);
 * it('…', async () => { await store().writer.apply(…); });
 */
export function useStore(open: OpenEngine): () => TestStore {
  let current: TestStore | undefined;
  beforeEach(async () => {
    const opened = await open();
    current = { ...opened, writer: createStoreWriter(opened.engine, () => CLOCK) };
  });
  afterEach(async () => {
    await current?.remove();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error('The store is there while a test runs.');
    return current;
  };
}

/** The keys of all calls that are found by words, oldest first. */
export async function foundBy({ db, text }: Engine, q: string): Promise<readonly number[]> {
  const find = await text.search(db, termsOf(q));
  const found = find({ from: 0, below: Number.MAX_SAFE_INTEGER });
  const rows = await db.selectFrom(found.as('found')).select('found.seq').orderBy('found.seq').execute();
  return rows.map(({ seq }) => seq);
}
