import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, requestDigest } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { CONVERSATION_KEY } from '../../sessions/identity.ts';

/**
 * The same for calls with the same arguments of the same principal, in any order of members. The client's own members of `_meta` are
 * part of the key, because a server may answer by them: some clients name the user there.
 */
export function cacheKeyOf(call: Call, server: string, tool: string): string {
  const { principal } = call.caller;
  return requestDigest('cache', { server, tool, principal, arguments: call.arguments, meta: ownMetaOf(call) });
}

/** The client's own members of `_meta`; `undefined` for none. */
function ownMetaOf({ params }: Call): JsonObject | undefined {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return undefined;
  const own = Object.entries(meta).filter(([key]) => !REQUEST_KEYS.has(key) && !key.startsWith(PROTOCOL_PREFIX));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

const PROTOCOL_PREFIX = 'io.modelcontextprotocol/';

/** These identify a request and do not influence its result. */
const REQUEST_KEYS: ReadonlySet<string> = new Set([
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
  'claudecode/toolUseId',
  CONVERSATION_KEY,
]);
