import type { SessionEndReason } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { Caller } from '../model/caller.ts';
import type { Client } from './identity.ts';

/**
 * Groups calls into recorded sessions. Older protocols have sessions, 2026-07-28 has none, and a client may name its conversations
 * itself; in each case the gateway opens a session of its own when the client connects, or with the first request that needs one.
 */
export interface Sessions {
  /**
   * The session of a call, opened if necessary. A conversation may be named in the `_meta` of `params`. `at` is the time when the call
   * began; default now.
   */
  readonly of: (caller: Caller, params: JsonObject, at?: number) => string;
  /** The open session of a caller, if any. */
  readonly find: (caller: Caller, params: JsonObject) => string | undefined;
  /** A client connected: opens its session if necessary, so that it is displayed from now on. */
  readonly connected: (client: Client, params: JsonObject) => void;
  /** A call of the session ended. */
  readonly touch: (session: string, at?: number) => void;
  /**
   * A caller was sent tools to choose from. The tokens belong to its session, opened if necessary; counting may end after the session.
   */
  readonly sent: (caller: Caller, params: JsonObject, tokens: Promise<SentTokens>) => void;
  /** The protocol session of an older client has ended. */
  readonly endProtocolSession: (protocolSession: string) => void;
  /** Ends all of them. */
  readonly close: (reason: SessionEndReason) => void;
}

export interface SentTokens {
  readonly menu: number;
  readonly discovery: number;
  /** The tokens of a list of all tools. */
  readonly listing: number;
}
