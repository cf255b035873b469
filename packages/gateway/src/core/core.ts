import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Caller, SessionChannel } from '../model/caller.ts';
import type { Entrance } from '../model/entrance.ts';
import type { Client } from '../sessions/identity.ts';

/** The gateway without sockets. The fronts (HTTP in both eras, stdio, the API) translate their requests into these calls. */
export interface Core {
  /**
   * Answers one request of the protocol, whatever its method, except `initialize` and `subscriptions/listen`, which belong
   * to the front. Never rejects. Results are complete for the caller's era: `resultType`, `ttlMs`, `cacheScope` and our own
   * `serverInfo` in 2026-07-28, none of them in the older revisions.
   */
  readonly handle: (method: string, params: JsonObject, caller: Caller) => Promise<RpcReply>;
  /** The server that `initialize` and `server/discover` describe to clients of an entrance; the one without restrictions by default. */
  readonly describe: (entrance?: Pick<Entrance, 'mode' | 'scope'>) => CoreDescription;
  /** To be called when an older client has sent `initialize`. Clients of 2026-07-28 connect with `server/discover`. */
  readonly connected: (client: Client) => void;
  /** Connects an older client until `close`: it is notified of list changes, resources it subscribed to, and log messages of its level. */
  readonly openSession: (channel: SessionChannel) => { readonly close: () => void };
  /** Starts a `subscriptions/listen` with the `filter` that the client sent. `push` is called with every notification that matches. */
  readonly listen: (
    filter: JsonObject,
    listener: Pick<Entrance, 'principal' | 'scope'> & Partial<Pick<Entrance, 'mode'>>,
    push: (method: string, params: JsonObject) => void,
  ) => { readonly honored: JsonObject; readonly close: () => void };
}

export interface CoreDescription {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}
