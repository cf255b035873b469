import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue, errorOf, type JsonObject, type RpcError } from '@toolmark/base';
import type { RequestMessage } from '../messages.ts';

/** Where the value that `Mcp-Name` repeats stands in the params. */
const NAME_FIELDS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** What `Mcp-Name` has to repeat; `undefined` for requests that have no such header. */
export function nameOf(method: string, params: JsonObject | undefined): string | undefined {
  const field = NAME_FIELDS.get(method);
  const value = field === undefined ? undefined : params?.[field];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Whether the headers of a request are all there and say what its body says; that `MCP-Protocol-Version` and `Mcp-Method`
 * agree with it, if they are there, has been checked before.
 */
export function checkStandardHeaders(message: RequestMessage, headers: IncomingHttpHeaders): RpcError | undefined {
  const { method, params } = message;
  if (headers['mcp-protocol-version'] === undefined) {
    return mismatch('(missing)', 'the body names a protocol version but the MCP-Protocol-Version header is absent');
  }
  if (headers['mcp-method'] === undefined) {
    return mismatch('(missing)', `the body names method ${method} but the required Mcp-Method header is absent`);
  }
  const field = NAME_FIELDS.get(method);
  if (field === undefined) return undefined;
  const inBody = nameOf(method, params);
  const header = headers['mcp-name'];
  if (typeof header !== 'string') {
    if (inBody === undefined) return undefined;
    return mismatch('(missing)', `the body carries params.${field}="${inBody}" but the Mcp-Name header is absent`);
  }
  if (header === inBody) return undefined;
  const decoded = decodeHeaderValue(header);
  if (decoded === undefined) return mismatch(header, 'the Mcp-Name header carries an invalid Base64 value');
  if (inBody === undefined || inBody === decoded) return undefined;
  return mismatch(header, `the body carries params.${field}="${inBody}" but the Mcp-Name header names "${decoded}"`);
}

export function mismatch(header: string, body: string): RpcError {
  const message = `Bad Request: the request headers and body disagree: ${body}`;
  return errorOf('headerMismatch', message, { mismatch: { header, body } });
}
