import type { RpcId } from '@toolmark/base';
import { isId } from '../messages.ts';

/**
 * The id of a request that was not parsed, as far as it can be told from both ends of its text: clients write the id first or last.
 * `null` for everything else.
 *
 * @example
 * requestIdIn('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', '}}') // 7
 */
export function requestIdIn(head: string, tail: string): RpcId | null {
  const begin = FIRST.exec(head);
  if (begin === null) return null;
  try {
    const id: unknown = JSON.parse(begin[1] ?? LAST.exec(tail)?.[1] ?? 'null');
    return isId(id) ? id : null;
  } catch {
    return null;
  }
}

const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
/** A request up to its method. A response must not be taken for one: its id is ours, and the client may use the same. */
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?"method"\s*:`,
);
/** The last member of the outermost object: inside a string the quotes would be escaped. */
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);
