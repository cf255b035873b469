import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@toolmark/base';
import type { ExtraParams } from './extra-params.ts';

/**
 * What an answer is bound to: the same for the same call, in whatever order its arguments are written. `besides`: what its server
 * gets with them.
 */
export function callDigest(
  server: string,
  tool: string,
  given: JsonObject | undefined,
  { others, headers }: ExtraParams = NOTHING,
): string {
  return createHash('sha256')
    .update(canonicalJson([server, tool, given, others, headers]))
    .digest('base64url');
}

const NOTHING: ExtraParams = { others: undefined, headers: undefined };
