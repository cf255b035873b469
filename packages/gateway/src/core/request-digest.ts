import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '../rpc.ts';

/** What a request asks for, whatever order it is written in, and without what changes when it is sent again with answers. */
export function digestOf(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...request } = params;
  return createHash('sha256')
    .update(JSON.stringify([method, request], sortKeys))
    .digest('base64url');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
