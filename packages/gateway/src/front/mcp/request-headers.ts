import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue, errorOf, type JsonObject, type RpcError } from '@toolmark/base';
import { headerTextOf, valueAt } from '../../catalog/param-values.ts';
import type { ParamHeader } from '../../model/catalog.ts';
import { parseConversation } from '../../sessions/identity.ts';
import type { RequestMessage } from './messages.ts';

/** The field of the params that `Mcp-Name` repeats, by method. */
const NAME_FIELDS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** The value that `Mcp-Name` has to repeat; `undefined` for requests without this header. */
export function nameInHeader(method: string, params: JsonObject | undefined): string | undefined {
  const field = NAME_FIELDS.get(method);
  const value = field === undefined ? undefined : params?.[field];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Checks that the standard headers of a request are present and agree with its body. `classify` has already compared
 * `MCP-Protocol-Version` and `Mcp-Method`, if present.
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
  const inBody = nameInHeader(method, params);
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

function mismatch(header: string, body: string): RpcError {
  const message = `Bad Request: the request headers and body disagree: ${body}`;
  return errorOf('headerMismatch', message, { mismatch: { header, body } });
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Checks that the arguments which a tool expects in headers too are there, with the same values. An argument that is absent, `null`, or of a
 * type that no header can hold is not expected, and its header is ignored.
 */
export function checkParamHeaders(
  declared: readonly ParamHeader[],
  args: unknown,
  headers: IncomingHttpHeaders,
): RpcError | undefined {
  for (const { header, path } of declared) {
    const value = valueAt(args, path);
    const expected = headerTextOf(value);
    if (expected === undefined) continue;
    const found = headers[header];
    const place = path.join('.');
    if (typeof found !== 'string') {
      return mismatch(header, `the body carries ${place}=${JSON.stringify(value)} but the ${header} header is absent`);
    }
    const decoded = decodeHeaderValue(found);
    if (decoded === undefined) return mismatch(header, `the ${header} header carries an invalid Base64 value`);
    const isSame =
      typeof value === 'number' && DECIMAL.test(decoded) ? Number(decoded) === value : decoded === expected;
    if (isSame) continue;
    const saying = `the ${header} header decodes to ${JSON.stringify(decoded)}`;
    return mismatch(header, `${saying} but the body carries ${place}=${JSON.stringify(value)}`);
  }
  return undefined;
}

/** The `Mcp-Param-*` headers of a request, for the server behind the tool. */
export function paramHeadersOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  let found: Record<string, string> | undefined;
  for (const name in headers) {
    if (!name.startsWith('mcp-param-')) continue;
    const value = headers[name];
    if (typeof value !== 'string') continue;
    found ??= {};
    found[name] = value;
  }
  return found ?? NONE;
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** Whether a client of 2026-07-28 accepts an event stream: its `Accept` has to say so, unless the header is absent. */
export function acceptsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept.includes('text/event-stream') || accept.includes('*/*') || accept.includes('text/*');
}

/** The header `Toolmark-Session`, with which a client of either era names the conversation of its request. */
export const SESSION_HEADER = 'toolmark-session';

/**
 * The conversation that the header names; `undefined` if it is absent or no valid name. A name with characters that HTTP does not allow is
 * encoded like other values in headers of 2026-07-28, and equals the plain name in `_meta`.
 */
export function conversationIn(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[SESSION_HEADER];
  return typeof value === 'string' ? parseConversation(decodeHeaderValue(value.trim())) : undefined;
}

/**
 * Sent by `toolmark stdio` when it relays to a running gateway. On stdio, clients do not repeat arguments in headers, and the relay does not
 * know which ones a tool expects there, so none are required with this header.
 */
export const RELAY_HEADER = 'toolmark-relay';
