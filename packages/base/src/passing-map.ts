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
