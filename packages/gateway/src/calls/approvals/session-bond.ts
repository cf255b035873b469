import type { Call } from '../../model/call.ts';
import { conversationOf } from '../../sessions/identity.ts';

/**
 * What a session approval is bound to: our session, and whatever else tells it from one that only claims to be it. An older client
 * has a protocol session that nobody else knows. One of 2026-07-28 has none: there, a conversation that the client names (as
 * `toolmark stdio` does for each window, at random) is all there is. Without one, another process with the same token and the same
 * client name cannot be told apart, so that nothing is approved for the session: `undefined`.
 */
export function sessionBondOf({ caller, params, weighed, record }: Call): string | undefined {
  const conversation = conversationOf(caller, params);
  if (caller.session === undefined && conversation === undefined) return undefined;
  return JSON.stringify([weighed?.session.key ?? '', caller.session ?? null, record?.session ?? null]);
}
