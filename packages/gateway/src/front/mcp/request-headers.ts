import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue, errorOf, type JsonObject, type RpcError } from '@toolmark/base';
import { headerTextOf, valueAt } from '../../catalog/param-values.ts';
import type { ParamHeader } from '../../model/catalog.ts';
import { parseConversation } from '../../sessions/identity.ts';
import type { RequestMessage } from './messages.ts';

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

function mismatch(header: string, body: string): RpcError {
  const message = `Bad Request: the request headers and body disagree: ${body}`;
  return errorOf('headerMismatch', message, { mismatch: { header, body } });
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Whether the arguments that a tool wants in headers as well are there, and the same. An argument that is absent, `null`,
 * or nothing a header could say is not expected in one; what stands there all the same is ignored.
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
    const same = typeof value === 'number' && DECIMAL.test(decoded) ? Number(decoded) === value : decoded === expected;
    if (same) continue;
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

/** Whether a client of 2026-07-28 can read an event stream. It has to say so; one that says nothing at all takes what comes. */
export function acceptsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept.includes('text/event-stream') || accept.includes('*/*') || accept.includes('text/*');
}

/** `Toolmark-Session`, in which a client of either era names the conversation that its request belongs to. */
export const SESSION_HEADER = 'toolmark-session';

/**
 * The conversation that is named there; `undefined` for none, and for what cannot be a name. One that HTTP would not carry is
 * written as 2026-07-28 writes such values, so that it is the same one as in `_meta`.
 */
export function conversationIn(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[SESSION_HEADER];
  return typeof value === 'string' ? parseConversation(decodeHeaderValue(value.trim())) : undefined;
}

/**
 * Sent by `toolmark stdio` when it relays to a running gateway. Its client spoke stdio, where arguments are not repeated in
 * headers, and only the gateway knows which ones a tool wants there; so none are expected with it.
 */
export const RELAY_HEADER = 'toolmark-relay';
