import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import type { JsonObject } from '@toolmark/base';
import { canonicalJson } from './canonical-json.ts';

/** Everything of a client's that leaves with a call, in parts that are shown and recorded separately. */
export interface ForwardedParams {
  readonly arguments: JsonObject | undefined;
  /**
   * Every other member of the request's `params`: unknown ones, `_meta` without the keys of our own hop, answers to questions of the
   * server. `undefined` when there is none. It has no prototype, because a client may name a member `__proto__`.
   */
  readonly others: JsonObject | undefined;
  /**
   * The `Mcp-Param-*` headers that the client sent and that do not repeat an argument: only servers over HTTP get them. `undefined`
   * when there is none.
   */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** What a digest is made of: which tool was called, and everything that left with the call. */
export interface DigestedCall extends ForwardedParams {
  readonly server: string | null;
  readonly tool: string;
}

/**
 * Digests of what calls sent, keyed with a secret of the data folder: the owner can prove what was sent, and nobody who has only a copy
 * of the record can guess a short password by trying (docs/adr/0035).
 */
export interface ParamsDigest {
  /** `undefined` for params that are nested too deeply to be written. */
  readonly of: (call: DigestedCall) => string | undefined;
  /** Whether a digest is of this call; `undefined` where it was made with another key. */
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
      const mac = createHmac('sha256', key).update(textOf(call)).digest('base64url');
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

function textOf({ server, tool, arguments: given, others, headers }: DigestedCall): string {
  return canonicalJson({
    server,
    tool,
    params: { ...others, ...(given !== undefined && { arguments: given }) },
    headers,
  });
}
