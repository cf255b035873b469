import { isJsonObject } from '@toolmark/annotations';
import { ERRORS, type ErrorName, type RpcReply } from '@toolmark/base';

/** How a call ended, in few enough words for a label. `tool_error`: the tool said no. `error`: its server did. */
export const CALL_OUTCOMES = [
  'ok',
  'tool_error',
  'error',
  'cancelled',
  'unavailable',
  'timeout',
  'died',
  'busy',
  'broken',
  'internal',
] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Errors of ours that say how a call ended; whatever else is an answer of the server, or of the client's making. */
const OUTCOMES: { readonly [Name in ErrorName]?: CallOutcome } = {
  cancelled: 'cancelled',
  upstreamUnavailable: 'unavailable',
  upstreamTimeout: 'timeout',
  upstreamDied: 'died',
  upstreamBusy: 'busy',
  upstreamBroken: 'broken',
  shuttingDown: 'unavailable',
  internal: 'internal',
};

/**
 * @example
 * outcomeOf(failed(errorOf('upstreamTimeout', '…'))) // 'timeout'
 */
export function outcomeOf(reply: RpcReply): CallOutcome {
  if (reply.kind === 'json') return 'ok';
  if (reply.kind === 'result') return reply.result['isError'] === true ? 'tool_error' : 'ok';
  const { code, data } = reply.error;
  const name = isJsonObject(data) ? data['error'] : undefined;
  // A server may use our numbers or our words; only both together are ours.
  if (typeof name !== 'string' || !Object.hasOwn(OUTCOMES, name)) return 'error';
  const known = name as ErrorName;
  return ERRORS[known].code === code ? (OUTCOMES[known] ?? 'error') : 'error';
}
