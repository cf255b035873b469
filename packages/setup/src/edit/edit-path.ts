import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@toolmark/annotations';
import { parseJsonText, toValue } from '@toolmark/config';
import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { findMember, removeMember, setMember } from './edit-object.ts';
import { detectStyle } from './json-style.ts';

/** The keys that lead to a value, from the outside in. */
export type KeyPath = readonly [...string[], string];

/**
 * Sets a value in a text. Recurses while both sides are objects, to rewrite as little as possible; missing parents are
 * created. A text that is not a JSON object is returned unchanged.
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

/** Removes a value and its key. */
export function removeAt(text: string, path: KeyPath): string {
  const without = removeOnce(text, path);
  // Remove duplicates too, otherwise the previous one would become effective.
  return without === text ? text : removeAt(without, path);
}

/** Applies edits that depend on the syntax tree; invalid JSON is returned unchanged. */
export function edit(text: string, change: (root: Node) => readonly Edit[]): string {
  const parsed = parseJsonText(text);
  return parsed.ok ? applyEdits(text, [...change(parsed.value.tree)]) : text;
}

export function objectAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node?.type === 'object' ? findMember(node, key)?.children?.[1] : undefined;
  return node?.type === 'object' ? node : undefined;
}

function removeOnce(text: string, path: KeyPath): string {
  return edit(text, (root) => {
    const object = objectAt(root, path.slice(0, -1));
    return object === undefined ? [] : removeMember(text, object, lastKey(path));
  });
}

function addAt(text: string, path: KeyPath, value: unknown): string {
  return edit(text, (root) => {
    // Find the innermost existing object; the rest is created.
    for (let depth = path.length - 1; depth >= 0; depth -= 1) {
      const object = objectAt(root, path.slice(0, depth));
      if (object === undefined) continue;
      const made = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      return setMember(text, object, path[depth] ?? '', made, detectStyle(text));
    }
    return [];
  });
}

function nodeAt(text: string, path: KeyPath): Node | undefined {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return undefined;
  const object = objectAt(parsed.value.tree, path.slice(0, -1));
  return object === undefined ? undefined : findMember(object, lastKey(path))?.children?.[1];
}

const lastKey = (path: KeyPath): string => path.at(-1) ?? '';
