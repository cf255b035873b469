import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Caller, SessionChannel } from '../model/caller.ts';
import type { Entrance } from '../model/entrance.ts';

/**
 * The gateway without its sockets: every front (HTTP in both eras, stdio, later the page and the command line) turns what
 * it hears into these calls.
 */
export interface Core {
  /**
   * Answers one request of the protocol, whatever its method, except `initialize` and `subscriptions/listen`, which belong
   * to the front. Never rejects. Results are complete for the caller's era: `resultType`, `ttlMs`, `cacheScope` and our own
   * `serverInfo` in 2026-07-28, none of them in the older revisions.
   */
  readonly handle: (method: string, params: JsonObject, caller: Caller) => Promise<RpcReply>;
  /** What `initialize` and `server/discover` tell whoever came by a door; by the widest one unless said. */
  readonly describe: (entrance?: Pick<Entrance, 'mode' | 'scope'>) => CoreDescription;
  /** An older client is there until `close`: it hears list changes, the resources it subscribed to, log messages it asked for. */
  readonly openSession: (channel: SessionChannel) => { readonly close: () => void };
  /** A `subscriptions/listen`: `filter` as the client sent it, `push` for every notification it lets through. */
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
