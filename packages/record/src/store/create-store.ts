import type { Engine } from './engine.ts';
import { createStoreReader } from './read/create-reader.ts';
import type { Store } from './store.ts';
import { createStoreWriter } from './write/create-writer.ts';

/**
 * The store on an engine: who writes and reads in one place. Closing it closes the engine.
 *
 * @example
 * const store = createStore(await openSqlite({ file: 'record.db' }));
 */
export function createStore(engine: Engine): Store {
  return { ...createStoreWriter(engine), ...createStoreReader(engine), close: engine.close };
}
