import { type HintSource, isJsonObject } from '@toolmark/annotations';
import type { RpcError } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { outgoingParams } from '../sent-params.ts';

/** Whether a call may be sent twice: its tool only reads or is idempotent. */
export function mayRepeat(call: Call): boolean {
  const { tool, isContinued } = call;
  if (tool === undefined || isContinued) return false;
  const outgoing = outgoingParams(call);
  // A state is known to one server process only, and may be valid once only.
  if (outgoing['requestState'] !== undefined || outgoing['inputResponses'] !== undefined) return false;
  const { hints, contradictions } = tool.resolution;
  return [hints.readOnlyHint, hints.idempotentHint].some(
    // A definition that contradicts one hint is no reason to trust the others, unless a person or a proof set them.
    ({ value, source }) => value && (contradictions.length === 0 || PROVEN.has(source)),
  );
}

const PROVEN: ReadonlySet<HintSource> = new Set(['override', 'verified']);

/** Whether another attempt can succeed after this error of the gateway: the connection to the server failed temporarily. */
export function isWorthRetrying(error: RpcError): boolean {
  const data = isJsonObject(error.data) ? error.data : {};
  // A retry would be as large.
  if (data['tooLarge'] === true) return false;
  if (!TEMPORARY.has(data['error']) || PERMANENT_STATES.has(data['state'])) return false;
  const { status } = data;
  return typeof status !== 'number' || status >= 500 || status < 300 || RETRY_STATUSES.has(status);
}

/** The time of the next attempt to reconnect the server, if the error has it. */
export function nextAttemptOf({ data }: RpcError): number | undefined {
  const at = isJsonObject(data) ? data['nextAttempt'] : undefined;
  return typeof at === 'number' ? at : undefined;
}

const TEMPORARY: ReadonlySet<unknown> = new Set([
  'upstreamUnavailable',
  'upstreamTimeout',
  'upstreamDied',
  'upstreamBroken',
  'upstreamBusy',
]);

/** States that only a person ends. */
const PERMANENT_STATES: ReadonlySet<unknown> = new Set(['disabled', 'stopped']);

/** Request Timeout, Too Early, Too Many Requests. Any other 3xx or 4xx would fail again. */
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
