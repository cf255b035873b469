import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import type { JsonObject } from '@toolmark/base';
import { canonicalJson } from './canonical-json.ts';

/** Everything a client sends with a call, split into the parts that are shown and recorded separately. */
export interface ForwardedParams {
  readonly arguments: JsonObject | undefined;
  /**
   * The other members of `params`: unknown ones, `_meta` without our own keys, answers to questions. `undefined` if
   * there are none. Has no prototype, because a client may send a member `__proto__`.
   */
  readonly others: JsonObject | undefined;
  /**
   * The client's `Mcp-Param-*` headers that do not repeat an argument; only HTTP servers receive them. `undefined` if
   * there are none.
   */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** The input of a digest: the tool, and everything sent with the call. */
export interface DigestedCall extends ForwardedParams {
  readonly server: string | null;
  readonly tool: string;
}

/**
 * Keyed digests of calls. The owner of the data folder's key can prove what was sent, and a copy of the record is not
 * enough to guess a short password (docs/adr/0035).
 */
export interface ParamsDigest {
  /** `undefined` for params nested too deeply. */
  readonly of: (call: DigestedCall) => string | undefined;
  /** Whether a digest matches this call; `undefined` if it has another key. */
  readonly isOf: (digest: string, call: DigestedCall) => boolean | undefined;
}

const VERSION = 'v1';

/**
 * @example
 * createParamsDigest(key).of({ server: 'notes', tool: 'delete', arguments: { id: 1 }, others: undefined, headers: undefined })
 * // 'v1.3b1f00aa.…'
 */
export function createParamsDigest(key: Buffer): ParamsDigest {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const of = (call: DigestedCall): string | undefined => {
    try {
      const mac = createHmac('sha256', key).update(canonicalTextOf(call)).digest('base64url');
      return `${VERSION}.${keyId}.${mac}`;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
  return {
    of,
    isOf: (digest, call) => {
      if (!digest.startsWith(`${VERSION}.${keyId}.`)) return undefined;
      const own = of(call);
      return (
        own !== undefined && own.length === digest.length && timingSafeEqual(Buffer.from(own), Buffer.from(digest))
      );
    },
  };
}

function canonicalTextOf({ server, tool, arguments: given, others, headers }: DigestedCall): string {
  return canonicalJson({
    server,
    tool,
    params: { ...others, ...(given !== undefined && { arguments: given }) },
    headers,
  });
}
