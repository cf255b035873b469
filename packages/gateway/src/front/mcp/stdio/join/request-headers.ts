import type { OutgoingHttpHeaders } from 'node:http';
import { isJsonObject } from '@toolmark/annotations';
import { encodeHeaderValue, type JsonObject, META } from '@toolmark/base';
import { metaOf } from '../../messages.ts';
import { nameInHeader } from '../../request-headers.ts';

/** Whether a message declares revision 2026-07-28 or later. */
export const isModernMessage = (message: JsonObject): boolean =>
  META.protocolVersion in metaOf(isJsonObject(message['params']) ? message['params'] : undefined);

/** The headers that 2026-07-28 requires for a message. */
export function modernHeaders(message: JsonObject): OutgoingHttpHeaders {
  const params = isJsonObject(message['params']) ? message['params'] : undefined;
  const version = metaOf(params)[META.protocolVersion];
  const method = typeof message['method'] === 'string' ? message['method'] : '';
  const name = nameInHeader(method, params);
  return {
    ...(typeof version === 'string' && { 'mcp-protocol-version': encodeHeaderValue(version) }),
    'mcp-method': encodeHeaderValue(method),
    ...(name !== undefined && { 'mcp-name': encodeHeaderValue(name) }),
  };
}
