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

/** A map for entries that are added and deleted all the time, such as pending requests. */
export interface PassingMap<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  /** Returns whether the key existed. */
  readonly delete: (key: Key) => boolean;
  readonly size: () => number;
  /** In insertion order. */
  readonly keys: () => readonly Key[];
  readonly values: () => readonly Value[];
  readonly entries: () => readonly (readonly [Key, Value])[];
}

/**
 * How many deletions before the entries move to a new map: few enough that no table is promoted to the old generation,
 * many enough that moving costs next to nothing.
 */
const MOVE_AFTER = 512;

/**
 * Moves to a new `Map` after every few hundred deletions. V8 rebuilds the table of a `Map` with frequent deletions every
 * few dozen entries, and each discarded table points to the next. Once one is in the old generation, all later tables
 * and their entries stay reachable until the next full collection (measured: collecting took 15 times as long; ADR 0034).
 *
 * @example
 * const running = createPassingMap<number, Request>();
 * running.set(1, request);
 * running.delete(1) // true
 */
export function createPassingMap<Key, Value>(): PassingMap<Key, Value> {
  let map = new Map<Key, Value>();
  let deleted = 0;
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.set(key, value);
    },
    delete: (key) => {
      if (!map.delete(key)) return false;
      deleted += 1;
      if (deleted < MOVE_AFTER) return true;
      deleted = 0;
      map = new Map(map);
      return true;
    },
    size: () => map.size,
    keys: () => [...map.keys()],
    values: () => [...map.values()],
    entries: () => [...map],
  };
}

/** Memoizes a function of an object in a WeakMap. The objects must not change. */
export function memoizeByObject<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = known.get(key);
    if (entry === undefined) {
      entry = { value: work(key) };
      known.set(key, entry);
    }
    return entry.value;
  };
}
