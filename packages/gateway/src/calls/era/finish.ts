import { isJsonObject } from '@toolmark/annotations';
import { clip, type Era, errorOf, failed, type JsonObject, META, type RpcError, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';

/** Makes a server's reply complete for the caller's era, whatever era the server is of. Everything else stays as it came. */
export interface Finish {
  (reply: RpcReply, caller: Caller, from: Origin): RpcReply;
  /** The JSON of a finished result of a tool, from the JSON of what it was made of; `undefined` where it is quite another. */
  readonly text: (written: string, given: JsonObject, finished: JsonObject) => string | undefined;
}

interface Origin {
  readonly server: string;
  readonly method: string;
}

const MISSING_CAPABILITY = -32021;

/** `eraOf` says how a server is spoken to, as far as that is known. */
export function createFinish(serverInfo: JsonObject, eraOf: (server: string) => Era | undefined): Finish {
  const finish = (reply: RpcReply, caller: Caller, from: Origin): RpcReply => {
    if (reply.kind === 'json') return reply;
    if (reply.kind === 'error') {
      return reply.error.code === MISSING_CAPABILITY ? failed(missingCapability(reply.error, from)) : reply;
    }
    const isOfOlder = eraOf(from.server) === 'legacy';
    if (caller.era === 'modern') return forModern(reply.result, from, serverInfo, isOfOlder);
    // What the protocol gave a meaning later means nothing here; the server may have used it for anything.
    return isOfOlder ? reply : forLegacy(reply, caller, from);
  };
  return Object.assign(finish, { text: createFinishText(serverInfo) });
}

/** Nearly every result gets the same at its end, and nothing else. */
function createFinishText(serverInfo: JsonObject): Finish['text'] {
  const end = JSON.stringify({ resultType: 'complete', _meta: { [META.serverInfo]: serverInfo } }).slice(1);
  return (written, given, finished) => {
    if (given === finished) return written;
    const isLonger = given['resultType'] === undefined && given['_meta'] === undefined;
    if (!isLonger || finished['resultType'] !== 'complete') return undefined;
    return written === '{}' ? `{${end}` : `${written.slice(0, -1)},${end}`;
  };
}

function forModern(result: JsonObject, { method }: Origin, serverInfo: JsonObject, isOfOlder: boolean): RpcReply {
  const meta = result['_meta'];
  const finished: Record<string, unknown> = { ...result };
  // Of an older server only our own questions are of another type.
  const isUnsaid = isOfOlder ? result['resultType'] !== 'input_required' : result['resultType'] === undefined;
  if (isUnsaid) finished['resultType'] = 'complete';
  if (method === 'resources/read' && finished['resultType'] === 'complete') {
    // Nothing is known of how long or for whom it holds.
    if (result['ttlMs'] === undefined) finished['ttlMs'] = 0;
    if (result['cacheScope'] === undefined) finished['cacheScope'] = 'private';
  }
  finished['_meta'] = isJsonObject(meta)
    ? { ...meta, [META.serverInfo]: serverInfo }
    : { [META.serverInfo]: serverInfo };
  return { kind: 'result', result: finished };
}

function forLegacy(
  reply: RpcReply & { readonly kind: 'result' },
  caller: Caller,
  { server, method }: Origin,
): RpcReply {
  const { result } = reply;
  const type = result['resultType'];
  if (type !== undefined && type !== 'complete') {
    return failed(
      errorOf(
        'upstreamBroken',
        `Server '${server}' answered with a '${clip(String(type))}', which a client of ${caller.protocolVersion} does not know.`,
        { server },
      ),
    );
  }
  const meta = result['_meta'];
  const namesServer = isJsonObject(meta) && meta[META.serverInfo] !== undefined;
  const cached = method === 'resources/read' && (result['ttlMs'] !== undefined || result['cacheScope'] !== undefined);
  if (type === undefined && !namesServer && !cached) return reply;
  const { resultType, ...kept } = result;
  const finished: Record<string, unknown> = kept;
  if (cached) {
    delete finished['ttlMs'];
    delete finished['cacheScope'];
  }
  if (namesServer) {
    const { [META.serverInfo]: _, ...rest } = meta;
    if (Object.keys(rest).length === 0) delete finished['_meta'];
    else finished['_meta'] = rest;
  }
  return { kind: 'result', result: finished };
}

/** The server speaks of its own client, which is the gateway; the caller needs to know that it is about itself. */
function missingCapability(error: RpcError, { server }: Origin): RpcError {
  const data = isJsonObject(error.data) ? error.data : {};
  if (data['error'] === 'missingCapability') return error;
  const required = isJsonObject(data['requiredCapabilities']) ? data['requiredCapabilities'] : {};
  const names = Object.keys(required).join(', ');
  return errorOf(
    'missingCapability',
    `Server '${server}' can do this only for a client that supports ${names === '' ? 'more than this one' : clip(names)}. It says: ${clip(error.message)}`,
    { server, requiredCapabilities: required },
  );
}
