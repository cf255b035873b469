import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from './json.ts';

/**
 * JSON that is the same for the same value, in whatever order the members of its objects are written.
 *
 * @example
 * canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  // A number that is kept as its text is an object to look at, and must not read as an object that has such a text in it.
  if (!isJsonObject(value) || toNumber(value) !== value) return value;
  const keys = Object.keys(value);
  // An object may have a hundred thousand members, and making it anew takes longer than everything else here.
  if (keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key)) return value;
  // Without a comparison of ours, which is as good and takes a third of the time. No prototype: `__proto__` is a name like any other.
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of keys.sort()) sorted[key] = value[key];
  return sorted;
}
