import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { forwardedParams } from '../sent-params.ts';

/** The params that a call sends besides its arguments. */
export interface ExtraParams {
  readonly others: JsonObject | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/**
 * The params that a call sends besides its arguments, without the ids that are new in every request. A server may act on any of them, so
 * they are part of the approval.
 */
export function extraParamsOf(call: Call): ExtraParams {
  const { others, headers } = forwardedParams(call);
  const meta = others?.['_meta'];
  if (!isJsonObject(meta)) return { others, headers };
  const kept = Object.entries(meta).filter(([key, value]) => !isRequestId(key, value));
  if (kept.length === Object.keys(meta).length) return { others, headers };
  const all = Object.entries(others ?? {}).filter(([name]) => name !== '_meta' || kept.length > 0);
  const rest = all.map(([name, value]) => [name, name === '_meta' ? Object.fromEntries(kept) : value] as const);
  return { others: rest.length === 0 ? undefined : Object.fromEntries(rest), headers };
}

/**
 * Ids that a client creates for each request. A repeated call has others, so an approval bound to them could never be used. Only a value
 * in exactly this form counts as an id, so that no instruction can hide in it.
 */
const REQUEST_IDS: ReadonlyMap<string, RegExp> = new Map([
  // W3C Trace Context, version 00.
  ['traceparent', /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/],
  ['claudecode/toolUseId', /^toolu_[A-Za-z0-9]{10,40}$/],
]);

const isRequestId = (key: string, value: unknown): boolean =>
  typeof value === 'string' && (REQUEST_IDS.get(key)?.test(value) ?? false);
