import type { JsonObject, RpcReply } from '@toolmark/base';
import { LARGEST_KEPT_BYTES } from './limits.ts';

/** A cacheable result. */
export interface Cacheable {
  readonly result: JsonObject;
  /** Length of its JSON. */
  readonly bytes: number;
  /** At most the lifetime that the server gives, if it gives one. */
  readonly ttlMs: number;
}

/** The result of a reply if it is complete, not an error, and not too long; otherwise `undefined`. */
export function toCacheable(reply: RpcReply, ttlMs: number): Cacheable | undefined {
  if (reply.kind !== 'result' || hasFailed(reply)) return undefined;
  const { result } = reply;
  const { resultType, ttlMs: given } = result;
  if (resultType !== undefined && resultType !== 'complete') return undefined;
  const shortest = typeof given === 'number' ? Math.min(given, ttlMs) : ttlMs;
  if (!(shortest > 0)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > LARGEST_KEPT_BYTES ? undefined : { result, bytes, ttlMs: shortest };
}

/** A protocol error, or a result with `isError`. */
export function hasFailed(reply: RpcReply): boolean {
  if (reply.kind !== 'result') return reply.kind === 'error';
  const { isError } = reply.result;
  return isError !== undefined && isError !== false;
}
