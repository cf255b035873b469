import { afterEach, beforeEach } from 'vitest';
import type { Engine } from '../engine.ts';
import { termsOf } from '../read/search-calls.ts';
import type { StoreWriter } from '../store.ts';
import { createStoreWriter } from '../write/create-writer.ts';

/** An engine on its own empty store. */
export interface OpenedEngine {
  readonly engine: Engine;
  /** A second engine on the same store, like another gateway's; `undefined` if the engine does not support sharing. */
  readonly another: (() => Promise<Engine>) | undefined;
  /** Closes all engines and deletes the store. */
  readonly remove: () => Promise<void>;
}

export type OpenEngine = () => Promise<OpenedEngine>;

/** The fixture of a contract test; created before and closed after each test. */
export interface TestStore extends OpenedEngine {
  readonly writer: StoreWriter;
}

/** The default clock. */
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
    if (current === undefined) throw new Error('The store exists only while a test runs.');
    return current;
  };
}

/** The keys of all calls that a search finds, oldest first. */
export async function foundBy({ db, text }: Engine, q: string): Promise<readonly number[]> {
  const find = await text.search(db, termsOf(q));
  const found = find({ from: 0, below: Number.MAX_SAFE_INTEGER });
  const rows = await db.selectFrom(found.as('found')).select('found.seq').orderBy('found.seq').execute();
  return rows.map(({ seq }) => seq);
}
