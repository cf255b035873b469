import { createHash } from 'node:crypto';
import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from '../json.ts';
import type { JsonObject } from '../rpc.ts';
import type { Besides } from './besides.ts';

/**
 * What an answer is bound to: the same for the same call, in whatever order its arguments are written. `besides`: what its server
 * gets with them.
 */
export function callDigest(
  server: string,
  tool: string,
  given: JsonObject | undefined,
  { others, headers }: Besides = NOTHING,
): string {
  return createHash('sha256')
    .update(JSON.stringify([server, tool, given, others, headers], sortKeys))
    .digest('base64url');
}

const NOTHING: Besides = { others: undefined, headers: undefined };

function sortKeys(_key: string, value: unknown): unknown {
  // A number that is kept as its text is an object to look at, and must not read as an object that has such a text in it.
  if (!isJsonObject(value) || toNumber(value) !== value) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
