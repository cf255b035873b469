import { type HintSource, isJsonObject } from '@toolmark/annotations';
import type { RpcError } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import { outgoingParams } from '../sent-params.ts';

/** Whether a call may be made twice: it changes nothing, or nothing further. */
export function mayRepeat(call: Call): boolean {
  const { tool, isContinued } = call;
  if (tool === undefined || isContinued) return false;
  const outgoing = outgoingParams(call);
  // What goes on after questions is known to one server process, and perhaps used up.
  if (outgoing['requestState'] !== undefined || outgoing['inputResponses'] !== undefined) return false;
  const { hints, contradictions } = tool.resolution;
  return [hints.readOnlyHint, hints.idempotentHint].some(
    // Of a server that is wrong about one hint, the others are no reason to do something twice.
    ({ value, source }) => value && (contradictions.length === 0 || PROVEN.has(source)),
  );
}

const PROVEN: ReadonlySet<HintSource> = new Set(['override', 'verified']);

/** Whether after this error of ours another attempt can end otherwise: the way to the server failed for now. */
export function isWorthRetrying(error: RpcError): boolean {
  const data = isJsonObject(error.data) ? error.data : {};
  // It would be as large again.
  if (data['tooLarge'] === true) return false;
  if (!PASSING.has(data['error']) || LASTING.has(data['state'])) return false;
  const { status } = data;
  return typeof status !== 'number' || status >= 500 || status < 300 || LATER.has(status);
}

/** When a server that is away is tried next, where that is known. */
export function nextAttemptOf({ data }: RpcError): number | undefined {
  const at = isJsonObject(data) ? data['nextAttempt'] : undefined;
  return typeof at === 'number' ? at : undefined;
}

const PASSING: ReadonlySet<unknown> = new Set([
  'upstreamUnavailable',
  'upstreamTimeout',
  'upstreamDied',
  'upstreamBroken',
  'upstreamBusy',
]);

/** States of a server that somebody has to end. */
const LASTING: ReadonlySet<unknown> = new Set(['disabled', 'stopped']);

/** Request Timeout, Too Early, Too Many Requests. What else is refused over HTTP is refused again. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);
