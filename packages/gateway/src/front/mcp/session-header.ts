import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue } from '@toolmark/base';
import { parseConversation } from '../../sessions/identity.ts';

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
