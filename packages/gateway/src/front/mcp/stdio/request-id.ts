import type { RpcId } from '@toolmark/base';
import { isId } from '../messages.ts';

/**
 * Finds the id of a request that was not parsed in both ends of its text, because clients write the id first or last. `null` if it is not
 * there, or the message is no request.
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
/** The start of a request up to its method. A response must not match: the gateway chose its id, and the client may use the same number. */
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?"method"\s*:`,
);
/** An id as the last member of the outermost object. Inside a string, its quotes would be escaped. */
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);
