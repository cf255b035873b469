import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from '@toolmark/base';

/**
 * Canonical JSON, independent of member order: no blanks, members sorted by the UTF-16 units of their keys, strings and
 * numbers as in `JSON.stringify`, exact numbers with their original digits. For numbers that fit into a double this is
 * RFC 8785.
 *
 * @example
 * canonicalJson({ b: 1, a: [true] }) // '{"a":[true],"b":1}'
 * @throws RangeError where a value is nested too deeply
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('It is nested too deeply.');
  const inside = (member: unknown): string => canonicalJson(member, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inside).join(',')}]`;
  if (!isJsonObject(value) || toNumber(value) !== value) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${inside(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Deeper nesting is refused; without a limit, the stack would overflow at an unpredictable depth. */
const MAX_DEPTH = 1_000;
