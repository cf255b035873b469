import type { Node } from 'jsonc-parser';
import { memberOf, renameMember } from './edit-object.ts';
import { edit, objectAt, removeAt, setAt } from './edit-path.ts';

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
  return removeAt(text, [SERVERS, name]);
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
