import type { Node } from 'jsonc-parser';
import { findMember, renameMember } from './edit-object.ts';
import { edit, objectAt, removeAt, setAt } from './edit-path.ts';

/** A server in the format of the file. */
export type RawEntry = Readonly<Record<string, unknown>>;

const SERVERS = 'mcpServers';

/**
 * Sets a server in the text of a config. Only differing values of an existing one are changed: order, layout and
 * comments of everything else stay. A text that is not a JSON object is returned unchanged.
 *
 * @example
 * setServer('{ "mcpServers": {} }', 'notes', { command: 'notes' }) // '{ "mcpServers": {"notes": { "command": "notes" }} }'
 */
export function setServer(text: string, name: string, entry: RawEntry): string {
  return setAt(text, [SERVERS, name], entry);
}

/** Renames a server at its position. */
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
 * Adapts a new text to the old one: the same line ends, and a final line end if there was one. Browsers normalize line
 * ends, and people forget the last one.
 */
export function replaceText(before: string, after: string): string {
  const plain = after.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const complete = before.endsWith('\n') && !plain.endsWith('\n') ? `${plain}\n` : plain;
  return before.includes('\r\n') ? complete.replaceAll('\n', '\r\n') : complete;
}

/** The syntax node of a server. */
export function serverNode(root: Node, name: string): Node | undefined {
  const servers = objectAt(root, [SERVERS]);
  return servers === undefined ? undefined : findMember(servers, name)?.children?.[1];
}
