import type { JsonObject, RpcReply } from '@toolmark/base';
import { LARGEST_KEPT_BYTES } from './limits.ts';

/** A result that may answer other calls as well. */
export interface Keepable {
  readonly result: JsonObject;
  /** As JSON. */
  readonly bytes: number;
  /** Not longer than the server says, where it says so. */
  readonly ttlMs: number;
}

/** What of a reply can be kept: a result that is complete, no failure, and not too long. */
export function toKeepable(reply: RpcReply, ttlMs: number): Keepable | undefined {
  if (reply.kind !== 'result' || hasFailed(reply)) return undefined;
  const { result } = reply;
  const { resultType, ttlMs: said } = result;
  if (resultType !== undefined && resultType !== 'complete') return undefined;
  const shortest = typeof said === 'number' ? Math.min(said, ttlMs) : ttlMs;
  if (!(shortest > 0)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > LARGEST_KEPT_BYTES ? undefined : { result, bytes, ttlMs: shortest };
}

/** On its way, or as tools fail. */
export function hasFailed(reply: RpcReply): boolean {
  if (reply.kind !== 'result') return reply.kind === 'error';
  const { isError } = reply.result;
  return isError !== undefined && isError !== false;
}
