import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from './json.ts';

/** Deeper values are a server's mistake or an attack; what is in them is left out rather than walked through. */
const MAX_DEPTH = 500;

/**
 * A JSON value with every text in it changed, the names of members included; the same value where none is.
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
