import { isJsonObject } from '@toolmark/annotations';
import { type RpcReply, requestDigest } from '@toolmark/base';
import type { Call } from '../../model/call.ts';

/** How a write ended. `unclear`: the server may still work on it although the call has its reply. */
export type WriteEnd =
  | { readonly kind: 'over' }
  | { readonly kind: 'unclear' }
  /** It waits for answers, and continues under this name. */
  | { readonly kind: 'parked'; readonly name: string };

const OVER: WriteEnd = { kind: 'over' };
export const UNCLEAR: WriteEnd = { kind: 'unclear' };

export function toWriteEnd(call: Call, reply: RpcReply): WriteEnd {
  if (reply.kind === 'json') return OVER;
  if (reply.kind === 'result') {
    const { resultType, requestState } = reply.result;
    return resultType === 'input_required' ? { kind: 'parked', name: parkedName(call, requestState) } : OVER;
  }
  // A failed call may have been carried out, unless it never left.
  const { data } = reply.error;
  return isJsonObject(data) && data['happened'] === 'no' ? OVER : UNCLEAR;
}

/** The name of the parked write that this call continues, if any. */
export function resumedBy(call: Call): string | undefined {
  return call.isContinued ? parkedName(call, call.params['requestState']) : undefined;
}

/** Includes the principal and params: states of servers need not be secret or unique, and a client must not end another's write. */
function parkedName({ caller, params }: Call, state: unknown): string {
  return JSON.stringify([caller.principal, requestDigest('tools/call', params), state]);
}
