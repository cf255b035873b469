import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './rpc.ts';

/** What a request asks for, whatever order it is written in, and without what changes when it is sent again with answers. */
export function digestOf(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...request } = params;
  return createHash('sha256')
    .update(canonicalJson([method, request]))
    .digest('base64url');
}
