import { isJsonObject } from '@toolmark/annotations';
import { type RpcReply, requestDigest } from '@toolmark/base';
import type { Call } from '../../model/call.ts';

/** How a call ended that may change something: `unclear` where the server may still be at it, with nobody waiting for it. */
export type WriteEnd =
  | { readonly kind: 'over' }
  | { readonly kind: 'unclear' }
  /** It waits for answers, and goes on under this name. */
  | { readonly kind: 'parked'; readonly name: string };

const OVER: WriteEnd = { kind: 'over' };
export const UNCLEAR: WriteEnd = { kind: 'unclear' };

export function toWriteEnd(call: Call, reply: RpcReply): WriteEnd {
  if (reply.kind === 'json') return OVER;
  if (reply.kind === 'result') {
    const { resultType, requestState } = reply.result;
    return resultType === 'input_required' ? { kind: 'parked', name: nameOf(call, requestState) } : OVER;
  }
  // Of one that failed nobody can tell, unless it never left.
  const { data } = reply.error;
  return isJsonObject(data) && data['happened'] === 'no' ? OVER : UNCLEAR;
}

/** The name of what this call goes on with; `undefined` where it is not known to go on with anything. */
export function resumedBy(call: Call): string | undefined {
  return call.isContinued ? nameOf(call, call.params['requestState']) : undefined;
}

/** States of servers need not be secret, nor unique: nobody can end what somebody else has begun. */
function nameOf({ caller, params }: Call, state: unknown): string {
  return JSON.stringify([caller.principal, requestDigest('tools/call', params), state]);
}
