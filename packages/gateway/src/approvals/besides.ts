import { ownMetaOf } from '../cache/cache-key.ts';
import type { Call } from '../pipeline/call.ts';
import type { JsonObject } from '../rpc.ts';
import { isApprovalState } from './approval-state.ts';

/**
 * What goes to the server with a call besides its arguments. A server may act by it, so it is part of what is approved; `undefined`
 * for nothing.
 */
export function besidesOf(call: Call): JsonObject | undefined {
  const { name: _name, arguments: _arguments, _meta, requestState, inputResponses, ...rest } = call.params;
  const meta = ownMetaOf(call);
  // What comes with a state of ours is an answer to us, and goes no further.
  const answers = isApprovalState(requestState) ? {} : { requestState, inputResponses };
  const all = Object.entries({ ...(meta !== undefined && { _meta: meta }), ...answers, ...rest });
  const given = all.filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
