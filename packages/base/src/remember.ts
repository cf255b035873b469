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
