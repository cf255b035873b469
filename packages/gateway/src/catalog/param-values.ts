import { isJsonObject } from '@toolmark/annotations';

/** The argument at a place; `undefined` if there is none. */
export function valueAt(args: unknown, path: readonly string[]): unknown {
  let node = args;
  for (const key of path) {
    if (!isJsonObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}

/**
 * What a header says of an argument, before it is encoded; `undefined` where it says nothing. That is so for what is absent,
 * `null`, no plain value, or a number that not every language would print the same.
 */
export function headerTextOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}
