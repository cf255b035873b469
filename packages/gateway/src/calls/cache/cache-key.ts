import { isJsonObject } from '@toolmark/annotations';
import { requestDigest } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { CONVERSATION_KEY } from '../../sessions/identity.ts';

/**
 * The same for calls that ask the same for the same principal, whatever order their arguments are written in. What a client puts
 * into `_meta` by itself is part of the question, because a server may answer by it: some name the user there for whom they ask.
 */
export function cacheKeyOf(call: Call, server: string, tool: string): string {
  const { principal } = call.caller;
  return requestDigest('cache', { server, tool, principal, arguments: call.arguments, meta: ownMetaOf(call) });
}

/** What a client puts into `_meta` by itself; `undefined` for nothing. */
function ownMetaOf({ params }: Call): object | undefined {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return undefined;
  const own = Object.entries(meta).filter(([key]) => !OF_ONE_REQUEST.has(key) && !key.startsWith(OF_THE_PROTOCOL));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

const OF_THE_PROTOCOL = 'io.modelcontextprotocol/';

/** They tell requests apart, and say nothing about what is asked. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
  'claudecode/toolUseId',
  CONVERSATION_KEY,
]);
