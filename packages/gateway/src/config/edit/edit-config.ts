import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@toolmark/annotations';
import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { parseJsonText, toValue } from '../json-text.ts';
import { memberOf, removeMember, renameMember, setMember } from './edit-object.ts';
import { styleOf } from './json-style.ts';

/** A server as it stands in the file. */
export type RawEntry = Readonly<Record<string, unknown>>;

const SERVERS = 'mcpServers';

/**
 * The text of a config in which a server is what is given. Of one that is there, only what differs is changed: the order, the
 * layout and the comments of everything else stay. A text that is no JSON object comes back as it was.
 *
 * @example
 * setServer('{ "mcpServers": {} }', 'notes', { command: 'notes' }) // '{ "mcpServers": {"notes": { "command": "notes" }} }'
 */
export function setServer(text: string, name: string, entry: RawEntry): string {
  return setAt(text, [SERVERS, name], entry);
}

/** The same server under another name, in the same place. */
export function renameServer(text: string, from: string, to: string): string {
  return edit(text, (root) => {
    const servers = objectAt(root, [SERVERS]);
    return servers === undefined ? [] : renameMember(servers, from, to);
  });
}

export function removeServer(text: string, name: string): string {
  const without = edit(text, (root) => {
    const servers = objectAt(root, [SERVERS]);
    return servers === undefined ? [] : removeMember(text, servers, name);
  });
  // A name that is there twice must not come back when the one that counts is gone.
  return without === text ? text : removeServer(without, name);
}

/**
 * A new text for a file, as the old one was: with its line ends, and a line end last where it had one. A browser knows only
 * one kind of line end, and whoever types forgets the last.
 */
export function replaceText(before: string, after: string): string {
  const plain = after.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const ended = before.endsWith('\n') && !plain.endsWith('\n') ? `${plain}\n` : plain;
  return before.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}

/** Where a server stands in a text that was read. */
export function serverNode(root: Node, name: string): Node | undefined {
  const servers = objectAt(root, [SERVERS]);
  return servers === undefined ? undefined : memberOf(servers, name)?.children?.[1];
}

type Path = readonly [...string[], string];

/** Goes down as long as both sides are objects, so that as little as possible is written anew. */
function setAt(text: string, path: Path, value: unknown): string {
  const found = nodeAt(text, path);
  if (found === undefined) return addAt(text, path, value);
  const before = toValue(found);
  if (isDeepStrictEqual(before, value)) return text;
  if (!isJsonObject(before) || !isJsonObject(value)) return addAt(text, path, value);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(value, key));
  const without = gone.reduce(
    (current, key) =>
      edit(current, (root) => {
        const object = objectAt(root, path);
        return object === undefined ? [] : removeMember(current, object, key);
      }),
    text,
  );
  return Object.entries(value).reduce((current, [key, inner]) => setAt(current, [...path, key], inner), without);
}

/** Makes what it goes into where that is not there. */
function addAt(text: string, path: Path, value: unknown): string {
  const parent = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  return edit(text, (root) => {
    const object = objectAt(root, parent);
    if (object !== undefined) return setMember(text, object, key, value, styleOf(text));
    const outer = objectAt(root, []);
    return outer === undefined ? [] : setMember(text, outer, SERVERS, { [key]: value }, styleOf(text));
  });
}

function edit(text: string, change: (root: Node) => readonly Edit[]): string {
  const parsed = parseJsonText(text);
  return parsed.ok ? applyEdits(text, [...change(parsed.value.tree)]) : text;
}

function nodeAt(text: string, path: Path): Node | undefined {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return undefined;
  const object = objectAt(parsed.value.tree, path.slice(0, -1));
  return object === undefined ? undefined : memberOf(object, path.at(-1) ?? '')?.children?.[1];
}

function objectAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node?.type === 'object' ? memberOf(node, key)?.children?.[1] : undefined;
  return node?.type === 'object' ? node : undefined;
}
