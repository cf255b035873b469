import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@toolmark/annotations';
import { parseJsonText, toValue } from '@toolmark/config';
import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { memberOf, removeMember, setMember } from './edit-object.ts';
import { styleOf } from './json-style.ts';

/** The keys that lead to a value, from the outside in. */
export type KeyPath = readonly [...string[], string];

/**
 * The text in which a value is what is given. Goes down as long as both sides are objects, so that as little as possible is
 * written anew; what it goes into is made where that is not there. A text that is no JSON object comes back as it was.
 *
 * @example
 * setAt('{ "a": {} }', ['a', 'b'], 1) // '{ "a": {"b": 1} }'
 */
export function setAt(text: string, path: KeyPath, value: unknown): string {
  const found = nodeAt(text, path);
  if (found === undefined) return addAt(text, path, value);
  const before = toValue(found);
  if (isDeepStrictEqual(before, value)) return text;
  if (!isJsonObject(before) || !isJsonObject(value)) return addAt(text, path, value);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(value, key));
  const without = gone.reduce((current, key) => removeOnce(current, [...path, key]), text);
  return Object.entries(value).reduce((current, [key, inner]) => setAt(current, [...path, key], inner), without);
}

/** The text without a value and its key. */
export function removeAt(text: string, path: KeyPath): string {
  const without = removeOnce(text, path);
  // A name that is there twice must not come back when the one that counts is gone.
  return without === text ? text : removeAt(without, path);
}

/** Changes a text by what its tree says; one that is no JSON stays as it is. */
export function edit(text: string, change: (root: Node) => readonly Edit[]): string {
  const parsed = parseJsonText(text);
  return parsed.ok ? applyEdits(text, [...change(parsed.value.tree)]) : text;
}

export function objectAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node?.type === 'object' ? memberOf(node, key)?.children?.[1] : undefined;
  return node?.type === 'object' ? node : undefined;
}

function removeOnce(text: string, path: KeyPath): string {
  return edit(text, (root) => {
    const object = objectAt(root, path.slice(0, -1));
    return object === undefined ? [] : removeMember(text, object, lastOf(path));
  });
}

function addAt(text: string, path: KeyPath, value: unknown): string {
  return edit(text, (root) => {
    // As far down as there are objects; the rest is made.
    for (let depth = path.length - 1; depth >= 0; depth -= 1) {
      const object = objectAt(root, path.slice(0, depth));
      if (object === undefined) continue;
      const made = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      return setMember(text, object, path[depth] ?? '', made, styleOf(text));
    }
    return [];
  });
}

function nodeAt(text: string, path: KeyPath): Node | undefined {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return undefined;
  const object = objectAt(parsed.value.tree, path.slice(0, -1));
  return object === undefined ? undefined : memberOf(object, lastOf(path))?.children?.[1];
}

const lastOf = (path: KeyPath): string => path.at(-1) ?? '';
