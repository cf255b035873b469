/** The selected keys and the last clicked one: a click with Shift selects the range between. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), anchor: undefined };

/** Selects or deselects one item. */
export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Handles a click with Shift: the range from the last click gets the new state of the clicked item. */
export function toggleRange(selection: Selection, key: string, shown: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor);
  const to = shown.indexOf(key);
  if (from === -1 || to === -1) return toggle(selection, key);
  const isAdded = !selection.keys.has(key);
  const next = new Set(selection.keys);
  for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isAdded) next.add(one);
    else next.delete(one);
  }
  return { keys: next, anchor: key };
}

/** Selects all visible items, or deselects them if all are selected. */
export function toggleAll(selection: Selection, shown: readonly string[]): Selection {
  const next = new Set(selection.keys);
  const isWhole = stateOf(selection, shown) === 'all';
  for (const one of shown) {
    if (isWhole) next.delete(one);
    else next.add(one);
  }
  return { keys: next, anchor: undefined };
}

/** How many of the visible items are selected. */
export function stateOf({ keys }: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.reduce((sum, one) => sum + (keys.has(one) ? 1 : 0), 0);
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}
