import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from './json.ts';

/** Deeper values are a server's mistake or an attack, so they are omitted instead of walked. */
const MAX_DEPTH = 500;

/**
 * Applies `change` to every string in a JSON value, keys included; returns the same object if nothing changes.
 *
 * @example
 * mapTexts({ a: ['x', 1] }, (text) => text.toUpperCase()) // { A: ['X', 1] }
 */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const changed = value.map((each) => mapTexts(each, change, depth + 1));
    return changed.every((each, index) => each === value[index]) ? value : changed;
  }
  if (!isJsonObject(value) || toNumber(value) !== value) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([name, member]) => [change(name), mapTexts(member, change, depth + 1)] as const);
  const isSame = changed.every(
    ([name, member], index) => name === entries[index]?.[0] && member === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(changed);
}
