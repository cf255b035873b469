/** A map ordered by last use. */
export interface Lru<Value> {
  /** Marks the key as most recently used. */
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  /** The least recently used entry. */
  readonly oldest: () => readonly [key: string, value: Value] | undefined;
  readonly size: () => number;
  readonly clear: () => void;
}

interface Node<Value> {
  readonly key: string;
  value: Value;
  older: Node<Value> | undefined;
  newer: Node<Value> | undefined;
}

/**
 * A map with a linked list. The insertion order of a `Map` alone would suffice, but V8 keeps deleted entries in their
 * hash chain until it rebuilds the table: a key re-inserted thousands of times costs thousands of steps each time
 * (measured: 50 µs among 10,000 keys).
 */
export function createLru<Value>(): Lru<Value> {
  const nodes = new Map<string, Node<Value>>();
  let oldest: Node<Value> | undefined;
  let newest: Node<Value> | undefined;

  const unlink = ({ older, newer }: Node<Value>): void => {
    if (older === undefined) oldest = newer;
    else older.newer = newer;
    if (newer === undefined) newest = older;
    else newer.older = older;
  };
  const append = (node: Node<Value>): void => {
    node.older = newest;
    node.newer = undefined;
    if (newest === undefined) oldest = node;
    else newest.newer = node;
    newest = node;
  };
  const use = (key: string): Node<Value> | undefined => {
    const node = nodes.get(key);
    if (node === undefined || node === newest) return node;
    unlink(node);
    append(node);
    return node;
  };

  return {
    get: (key) => use(key)?.value,
    set: (key, value) => {
      const known = use(key);
      if (known !== undefined) {
        known.value = value;
        return;
      }
      const node = { key, value, older: undefined, newer: undefined };
      nodes.set(key, node);
      append(node);
    },
    delete: (key) => {
      const node = nodes.get(key);
      if (node === undefined) return;
      nodes.delete(key);
      unlink(node);
    },
    oldest: () => oldest && [oldest.key, oldest.value],
    size: () => nodes.size,
    clear: () => {
      nodes.clear();
      oldest = undefined;
      newest = undefined;
    },
  };
}

/** A map of what comes and goes, such as the requests under way. */
export interface PassingMap<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  /** Whether it was there. */
  readonly delete: (key: Key) => boolean;
  readonly size: () => number;
  /** Those that are there now, the first to come first. */
  readonly keys: () => readonly Key[];
  readonly values: () => readonly Value[];
  readonly entries: () => readonly (readonly [Key, Value])[];
}

/** So many leave before the rest moves: few enough that no map grows old, and many enough that moving costs next to nothing. */
const MOVE_AFTER = 512;

/**
 * A `Map` would do, were it not for how V8 keeps it. One whose entries come and go is made anew every few dozen of them, and each
 * time the discarded table points to the next one. A table that has grown old is not looked at again before the next full
 * collection, so all that follow seem to be in use, and everything in them too: of requests that were answered long ago, next to
 * nothing is thrown away early (measured: collecting took 15 times as long). So what is left moves to a new map now and then, and
 * no table points there.
 *
 * @example
 * const running = createPassingMap<number, Request>();
 * running.set(1, request);
 * running.delete(1) // true
 */
export function createPassingMap<Key, Value>(): PassingMap<Key, Value> {
  let map = new Map<Key, Value>();
  let left = 0;
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.set(key, value);
    },
    delete: (key) => {
      if (!map.delete(key)) return false;
      left += 1;
      if (left < MOVE_AFTER) return true;
      left = 0;
      map = new Map(map);
      return true;
    },
    size: () => map.size,
    keys: () => [...map.keys()],
    values: () => [...map.values()],
    entries: () => [...map],
  };
}
