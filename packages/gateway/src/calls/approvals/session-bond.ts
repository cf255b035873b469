import type { Call } from '../../model/call.ts';
import { conversationOf } from '../../sessions/identity.ts';

/**
 * Identifies the session that a session grant is bound to, so that no other client can claim it. An older client has a protocol session
 * with a secret id. A 2026-07-28 client has none, but may name a conversation, as `toolmark stdio` does at random for each window. Without
 * one, another process with the same token and client name is indistinguishable: then there are no session grants (`undefined`).
 */
export function sessionBondOf({ caller, params, weighed, record }: Call): string | undefined {
  const conversation = conversationOf(caller, params);
  if (caller.session === undefined && conversation === undefined) return undefined;
  return JSON.stringify([weighed?.session.key ?? '', caller.session ?? null, record?.session ?? null]);
}
