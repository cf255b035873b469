import type { OutgoingHttpHeaders } from 'node:http';
import { isJsonObject } from '@toolmark/annotations';
import { encodeHeaderValue, type JsonObject, META } from '@toolmark/base';
import { metaOf } from '../../messages.ts';
import { nameOf } from '../../request-headers.ts';

/** Whether a message says of itself that it belongs to 2026-07-28 or later. */
export const isModernMessage = (message: JsonObject): boolean =>
  META.protocolVersion in metaOf(isJsonObject(message['params']) ? message['params'] : undefined);

/** What 2026-07-28 wants in headers, taken from the message. */
export function modernHeaders(message: JsonObject): OutgoingHttpHeaders {
  const params = isJsonObject(message['params']) ? message['params'] : undefined;
  const version = metaOf(params)[META.protocolVersion];
  const method = typeof message['method'] === 'string' ? message['method'] : '';
  const name = nameOf(method, params);
  return {
    ...(typeof version === 'string' && { 'mcp-protocol-version': encodeHeaderValue(version) }),
    'mcp-method': encodeHeaderValue(method),
    ...(name !== undefined && { 'mcp-name': encodeHeaderValue(name) }),
  };
}
