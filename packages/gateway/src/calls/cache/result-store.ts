import { createLru, type JsonObject } from '@toolmark/base';

/** Results by key, limited in number and size; the least recently used is evicted first. */
export interface ResultStore {
  /** The entry, unless it has expired. */
  readonly get: (key: string, now: number) => StoredResult | undefined;
  readonly put: (key: string, entry: StoredResult) => void;
  /** Removes all entries of a server. */
  readonly drop: (server: string) => void;
  readonly clear: () => void;
  readonly entries: () => number;
  readonly bytes: () => number;
}

export interface StoredResult {
  readonly server: string;
  readonly result: JsonObject;
  readonly bytes: number;
  readonly keptAt: number;
  readonly until: number;
}

export interface ResultStoreOptions {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export function createResultStore({ maxBytes, maxEntries }: ResultStoreOptions): ResultStore {
  const entries = createLru<StoredResult>();
  const keysByServer = new Map<string, Set<string>>();
  let bytes = 0;

  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= entry.bytes;
    const keys = keysByServer.get(entry.server);
    keys?.delete(key);
    if (keys?.size === 0) keysByServer.delete(entry.server);
  };
  const makeRoom = (): void => {
    while (bytes > maxBytes || entries.size() > maxEntries) {
      const oldest = entries.oldest();
      if (oldest === undefined) return;
      remove(oldest[0]);
    }
  };

  return {
    get: (key, now) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.until > now) return entry;
      remove(key);
      return undefined;
    },
    put: (key, entry) => {
      remove(key);
      entries.set(key, entry);
      bytes += entry.bytes;
      const keys = keysByServer.get(entry.server) ?? new Set();
      keysByServer.set(entry.server, keys.add(key));
      makeRoom();
    },
    drop: (server) => {
      for (const key of keysByServer.get(server) ?? []) remove(key);
    },
    clear: () => {
      entries.clear();
      keysByServer.clear();
      bytes = 0;
    },
    entries: entries.size,
    bytes: () => bytes,
  };
}
