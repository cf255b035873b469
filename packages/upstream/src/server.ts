import type { Era, JsonObject, RpcError, RpcNotification, RpcReply } from '@toolmark/base';
import type { AuthStatus } from './auth/token-source.ts';
import type { Exchange } from './connection.ts';

/** One configured server and its life: connected, lost, restarted. */
export interface UpstreamServer {
  readonly name: string;
  readonly status: () => ServerStatus;
  /** What it offers, as it sent it; empty until it was ready once. Kept while it is away. */
  readonly offer: () => ServerOffer;
  /** Sends a request through the queue of this server. Never rejects. */
  readonly request: (method: string, params: JsonObject | undefined, exchange: QueuedExchange) => Promise<RpcReply>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** Which of its resources somebody wants to hear about; asked for again after every reconnect. */
  readonly watch: (uris: readonly string[]) => void;
  /**
   * Waits until it has been asked to watch this one, and says with what it refused. Where nothing is under way, or it is away and
   * will be asked when it is back, there is nothing to wait for.
   */
  readonly watching: (uri: string) => Promise<RpcError | undefined>;
  /** Closes the connection and opens a new one at once. Resolves when that is ready, or has failed. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface QueuedExchange extends Omit<Exchange, 'timeoutMs' | 'maxTimeoutMs'> {
  /**
   * Asked right before the request leaves, each time it does: with what it is refused instead. A request that has one is about a
   * tool as it was listed, so it waits for the list of a server that was connected anew.
   */
  readonly check?: () => RpcError | undefined;
}

export type ServerState = 'connecting' | 'ready' | 'waiting' | 'failed' | 'disabled' | 'stopped';

export interface ServerStatus {
  readonly state: ServerState;
  /** Why it is not ready, in a sentence for a person. */
  readonly reason: string | undefined;
  /** Since when it is in this state, in milliseconds since 1970. */
  readonly since: number;
  /** When the next attempt begins, while `waiting` or `failed`. */
  readonly nextAttempt: number | undefined;
  /** How often it had to be connected again. */
  readonly restarts: number;
  readonly inFlight: number;
  readonly queued: number;
  readonly era: Era | undefined;
  readonly transport: 'stdio' | 'http' | 'sse' | undefined;
  readonly protocolVersion: string | undefined;
  readonly serverInfo: JsonObject | undefined;
  readonly stderrTail: readonly string[];
  /** Things that went wrong without costing the connection: a list that could not be had, noise on stdout. */
  readonly warnings: readonly string[];
  /** Whether somebody is signed in; not there where nobody can. */
  readonly auth?: AuthStatus;
}

/** Raw definitions in the order and shape in which the server sent them, over all pages. */
export interface ServerOffer {
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly tools: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly resourceTemplates: readonly unknown[];
  readonly caching: Readonly<Record<OfferedList, Caching>>;
}

/** A list as an offer, and the results of servers, call it. */
export type OfferedList = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** How long a list may be kept, and by whom; `undefined` where its server did not say. */
export interface Caching {
  readonly ttlMs: number | undefined;
  readonly cacheScope: 'public' | 'private' | undefined;
}

const UNSAID: Caching = Object.freeze({ ttlMs: undefined, cacheScope: undefined });

export const EMPTY_OFFER: ServerOffer = Object.freeze({
  capabilities: {},
  instructions: undefined,
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  caching: Object.freeze({ tools: UNSAID, prompts: UNSAID, resources: UNSAID, resourceTemplates: UNSAID }),
});

/** What the rest of the gateway hears from a server. */
export interface UpstreamEvents {
  readonly onStatus: (server: string) => void;
  /**
   * Its lists are new: after connecting and after a `list_changed`. Not sent when they came out the same. `kinds` is empty
   * when only its capabilities, instructions or caching changed. Whoever needs time to take it in says when that is done: the
   * server counts as ready only then, and the longer it takes, the later its lists are fetched again.
   */
  readonly onOffer: (server: string, kinds: readonly OfferKind[]) => Promise<void> | void;
  /**
   * What belongs to no request and is not about its lists: `notifications/message`, `notifications/resources/updated`,
   * and whatever else it says.
   */
  readonly onNotification: (server: string, notification: RpcNotification) => void;
  /**
   * A question that cannot be attributed to a request: elicitation, sampling or roots on a shared pipe. The signal aborts
   * when the server takes it back, or is gone.
   */
  readonly onRequest: (
    server: string,
    method: string,
    params: JsonObject,
    withdrawn?: AbortSignal,
  ) => Promise<RpcReply>;
}

export type OfferKind = 'tools' | 'prompts' | 'resources';
