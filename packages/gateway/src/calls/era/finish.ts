import { isJsonObject } from '@toolmark/annotations';
import { clip, type Era, errorOf, failed, type JsonObject, META, type RpcError, type RpcReply } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';

/** Completes a server's reply for the caller's era, whatever the server's era. Everything else stays as it arrived. */
export interface Finish {
  (reply: RpcReply, caller: Caller, from: Origin): RpcReply;
  /** The JSON of a finished tool result, made from the JSON of the given one; `undefined` if they differ in more than the end. */
  readonly text: (written: string, given: JsonObject, finished: JsonObject) => string | undefined;
}

interface Origin {
  readonly server: string;
  readonly method: string;
}

const MISSING_CAPABILITY = -32021;

/** `eraOf` gives the era of a server, if it is known. */
export function createFinish(serverInfo: JsonObject, eraOf: (server: string) => Era | undefined): Finish {
  const finish = (reply: RpcReply, caller: Caller, from: Origin): RpcReply => {
    if (reply.kind === 'json') return reply;
    if (reply.kind === 'error') {
      return reply.error.code === MISSING_CAPABILITY ? failed(missingCapability(reply.error, from)) : reply;
    }
    const isOfOlder = eraOf(from.server) === 'legacy';
    if (caller.era === 'modern') return toModernReply(reply.result, from, serverInfo, isOfOlder);
    // An older server may use the members that later revisions defined for anything, so leave them alone.
    return isOfOlder ? reply : toLegacyReply(reply, caller, from);
  };
  return Object.assign(finish, { text: createFinishText(serverInfo) });
}

/** Nearly every result gets only the same members at its end, so its JSON can be extended instead of serialized again. */
function createFinishText(serverInfo: JsonObject): Finish['text'] {
  const end = JSON.stringify({ resultType: 'complete', _meta: { [META.serverInfo]: serverInfo } }).slice(1);
  return (written, given, finished) => {
    if (given === finished) return written;
    const isLonger = given['resultType'] === undefined && given['_meta'] === undefined;
    if (!isLonger || finished['resultType'] !== 'complete') return undefined;
    return written === '{}' ? `{${end}` : `${written.slice(0, -1)},${end}`;
  };
}

function toModernReply(result: JsonObject, { method }: Origin, serverInfo: JsonObject, isOfOlder: boolean): RpcReply {
  const meta = result['_meta'];
  const finished: Record<string, unknown> = { ...result };
  // A result of an older server is complete, whatever its resultType, unless the gateway made it for questions.
  const isCompleted = isOfOlder ? result['resultType'] !== 'input_required' : result['resultType'] === undefined;
  if (isCompleted) finished['resultType'] = 'complete';
  if (method === 'resources/read' && finished['resultType'] === 'complete') {
    // The server gave no lifetime or audience, so use the strictest.
    if (result['ttlMs'] === undefined) finished['ttlMs'] = 0;
    if (result['cacheScope'] === undefined) finished['cacheScope'] = 'private';
  }
  if (result['resultType'] === 'input_required' && isJsonObject(result['inputRequests'])) {
    finished['inputRequests'] = withParams(result['inputRequests']);
  }
  finished['_meta'] = isJsonObject(meta)
    ? { ...meta, [META.serverInfo]: serverInfo }
    : { [META.serverInfo]: serverInfo };
  return { kind: 'result', result: finished };
}

/** The Go SDK fails on a question without params, and every SDK reads empty ones. */
function withParams(requests: JsonObject): JsonObject {
  const entries = Object.entries(requests).map(([key, request]) => [
    key,
    isJsonObject(request) && request['params'] === undefined ? { ...request, params: {} } : request,
  ]);
  return Object.fromEntries(entries);
}

function toLegacyReply(
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

/** The server means its own client, the gateway; the caller must learn that it is the one that lacks the capability. */
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
