import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, type RpcReply, result } from '@toolmark/base';
import type { Call } from '../model/call.ts';
import { ageOf } from './cache/age.ts';

/** Under which a result says what the gateway did about its call. */
export const CALL_META = 'io.toolmark/call';

/**
 * Says in the result what is not as usual about the call: that it was answered from the cache, sent more than once, asked for or
 * refused. Every other result stays the very object it is. Nobody but us can say such a thing: what a server puts there is left
 * out.
 *
 * @example
 * withCallMeta(result({ content: [] }), call)
 * // result({ content: [], _meta: { 'io.toolmark/call': { id: '…', cached: true, attempts: 0, age_ms: 1200 } } })
 */
export function withCallMeta(reply: RpcReply, call: Call): RpcReply {
  if (reply.kind !== 'result') return reply;
  const given = reply.result['_meta'];
  const meta = isJsonObject(given) ? given : {};
  const isUsual = isAsUsual(call);
  if (isUsual && !Object.hasOwn(meta, CALL_META)) return reply;
  const { _meta, ...rest } = reply.result;
  const { [CALL_META]: _, ...others } = meta;
  if (!isUsual) return result({ ...rest, _meta: { ...others, [CALL_META]: toMeta(call) } });
  return result(Object.keys(others).length === 0 ? rest : { ...rest, _meta: others });
}

function isAsUsual({ isCached, attempts, approval, decision, verdict }: Call): boolean {
  const isLetThrough = decision === undefined || decision.kind === 'allow';
  return !isCached && attempts <= 1 && approval === undefined && verdict === undefined && isLetThrough;
}

function toMeta(call: Call): JsonObject {
  const { isCached, attempts, decision, approval } = call;
  const age = ageOf(call);
  return {
    id: call.recordedId ?? call.id,
    cached: isCached,
    attempts,
    ...(age !== undefined && { age_ms: age }),
    ...(decision !== undefined &&
      decision.kind !== 'allow' && {
        decision: { kind: decision.kind, rule: decision.rule, reason: decision.reason },
      }),
    ...(approval !== undefined && { approval }),
  };
}
