import type { SessionEndReason } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';
import type { Client } from './identity.ts';

/**
 * Which calls belong together. The older protocol has sessions, the one of 2026-07-28 has none, and a client may name its
 * conversations itself; in all cases it is one of ours, begun
 * when the client connects, or by its first request that needs one.
 */
export interface Sessions {
  /**
   * The session that a call belongs to, begun with it if need be. `params` are the request's own: a conversation may be named in
   * their `_meta`. `at` is when the call began; now unless given.
   */
  readonly of: (caller: Caller, params: JsonObject, at?: number) => string;
  /** The session that a caller has already; asking begins none. */
  readonly find: (caller: Caller, params: JsonObject) => string | undefined;
  /** A client connected, and is shown from now on; its session begins with it if need be. */
  readonly connected: (client: Client, params: JsonObject) => void;
  /** A call of the session ended. */
  readonly touch: (session: string, at?: number) => void;
  /**
   * What a caller was sent to choose tools from. It belongs to the session it has then, or begins with it; counting may take longer
   * than the session.
   */
  readonly sent: (caller: Caller, params: JsonObject, tokens: Promise<SentTokens>) => void;
  /** The protocol session of an older client has ended. */
  readonly left: (protocolSession: string) => void;
  /** Ends all of them. */
  readonly close: (reason: SessionEndReason) => void;
}

export interface SentTokens {
  readonly menu: number;
  readonly discovery: number;
  /** What one list of every tool would be now. */
  readonly listing: number;
}
