import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './rpc.ts';

/**
 * A digest of a request that ignores the order of keys and the fields that change when the request is retried with
 * answers.
 */
export function requestDigest(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...request } = params;
  return createHash('sha256')
    .update(canonicalJson([method, request]))
    .digest('base64url');
}
