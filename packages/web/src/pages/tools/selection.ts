/** What is selected, by key, and where the last click was: a click with Shift selects everything between. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), anchor: undefined };

/** Selects one, or takes it out again. */
export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** What a click with Shift does: everything from the last click to this one becomes what this one becomes. */
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

/** Selects everything that is shown; where all of it is, takes it out again. */
export function toggleAll(selection: Selection, shown: readonly string[]): Selection {
  const next = new Set(selection.keys);
  const isWhole = stateOf(selection, shown) === 'all';
  for (const one of shown) {
    if (isWhole) next.delete(one);
    else next.add(one);
  }
  return { keys: next, anchor: undefined };
}

/** How much of what is shown is selected. */
export function stateOf({ keys }: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const count = shown.reduce((sum, one) => sum + (keys.has(one) ? 1 : 0), 0);
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}
