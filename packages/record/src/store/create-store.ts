import type { Engine } from './engine.ts';
import { createStoreReader } from './read/create-reader.ts';
import type { Store } from './store.ts';
import { createStoreWriter } from './write/create-writer.ts';

/**
 * Combines the writer and the reader of an engine. Closing the store closes the engine.
 *
 * @example
 * const store = createStore(await openSqlite({ file: 'record.db' }));
 */
export function createStore(engine: Engine): Store {
  return { ...createStoreWriter(engine), ...createStoreReader(engine), close: engine.close };
}
