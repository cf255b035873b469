import { isJsonObject } from '@toolmark/annotations';
import { type Era, type JsonObject, META } from '@toolmark/base';
import type { Exchange } from '../connection.ts';

/** The protocol settings for a server. */
export interface Dialect {
  readonly era: Era;
  /** `undefined` until `initialize` was answered. */
  readonly version: string | undefined;
  /** Our own client info, used when no client is calling. */
  readonly self: JsonObject;
}

/**
 * The outgoing parameters of a request. In 2026-07-28 they name the calling client; in the legacy era they must not,
 * because a server of both eras would treat the request as modern. The rest of the caller's `_meta` stays unchanged.
 */
export function toWireParams(
  dialect: Dialect,
  params: JsonObject | undefined,
  exchange: Pick<Exchange, 'onProgress' | 'client'>,
  token: number,
): JsonObject | undefined {
  const given = params?.['_meta'];
  const isAsked = exchange.onProgress !== undefined;
  if (dialect.era === 'legacy') {
    if (given === undefined && !isAsked) return params;
    const meta = { ...withoutEnvelope(given, true), ...(isAsked && { progressToken: token }) };
    if (Object.keys(meta).length > 0 || isEmpty(given)) return { ...params, _meta: meta };
    const { _meta, ...rest } = params ?? {};
    return rest;
  }
  return {
    ...params,
    _meta: {
      ...withoutEnvelope(given, false),
      ...(isAsked && { progressToken: token }),
      [META.protocolVersion]: dialect.version,
      [META.clientInfo]: exchange.client?.info ?? dialect.self,
      [META.clientCapabilities]: exchange.client?.capabilities ?? {},
    },
  };
}

function withoutEnvelope(meta: unknown, dropLevel: boolean): JsonObject {
  if (!isJsonObject(meta)) return {};
  const {
    progressToken,
    [META.protocolVersion]: version,
    [META.clientInfo]: info,
    [META.clientCapabilities]: capabilities,
    [META.logLevel]: level,
    ...rest
  } = meta;
  return dropLevel || level === undefined ? rest : { ...rest, [META.logLevel]: level };
}

function isEmpty(meta: unknown): boolean {
  return isJsonObject(meta) && Object.keys(meta).length === 0;
}
