import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@toolmark/base';
import type { ExtraParams } from './extra-params.ts';

/** Digest of a call's tool, arguments and extra params, independent of the order of members. An answer is bound to it. */
export function callDigest(
  server: string,
  tool: string,
  given: JsonObject | undefined,
  { others, headers }: ExtraParams = NO_EXTRA_PARAMS,
): string {
  return createHash('sha256')
    .update(canonicalJson([server, tool, given, others, headers]))
    .digest('base64url');
}

const NO_EXTRA_PARAMS: ExtraParams = { others: undefined, headers: undefined };
