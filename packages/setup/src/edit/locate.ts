import type { Problem } from '@toolmark/annotations';
import { placeIn } from '@toolmark/config';
import type { Node } from 'jsonc-parser';
import { findMember } from './edit-object.ts';

/**
 * Adds line and column to each problem of a config. A missing value is located at its parent.
 *
 * @example
 * withPlaces([{ path: 'listen.port', message: 'too big' }], text, tree) // [{ path: 'listen.port', message: 'too big (line 3, column 13)' }]
 */
export function withPlaces(problems: readonly Problem[], text: string, tree: Node): readonly Problem[] {
  return problems.map(({ path, message }) => {
    const node = path === '' ? undefined : nodeFor(tree, path);
    return { path, message: node === undefined ? message : `${message} (${placeIn(text, node.offset)})` };
  });
}

/** Follows a path as far as the text goes. Server names may contain dots, so the longest matching key is used. */
function nodeFor(root: Node, path: string): Node {
  let node = root;
  let rest = path;
  while (rest !== '') {
    const next = childFor(node, rest);
    if (next === undefined) return node;
    node = next.node;
    rest = next.rest;
  }
  return node;
}

function childFor(node: Node, rest: string): { readonly node: Node; readonly rest: string } | undefined {
  if (node.type === 'array') {
    const [whole, index = ''] = /^\[?(\d+)\]?(?:\.|(?=\[)|$)/.exec(rest) ?? [];
    const item = whole === undefined ? undefined : node.children?.[Number(index)];
    return item === undefined ? undefined : { node: item, rest: rest.slice((whole ?? '').length) };
  }
  if (node.type !== 'object') return undefined;
  const keys = (node.children ?? []).map(({ children: [key] = [] }) => String(key?.value));
  const fitting = keys.filter((key) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`));
  const [longest] = fitting.toSorted((a, b) => b.length - a.length);
  const value = longest === undefined ? undefined : findMember(node, longest)?.children?.[1];
  return longest === undefined || value === undefined
    ? undefined
    : { node: value, rest: rest.slice(longest.length).replace(/^\./, '') };
}
