import type { Era, JsonObject, RpcError, RpcNotification, RpcReply } from '@toolmark/base';
import type { AuthStatus } from './auth/token-source.ts';
import type { Exchange } from './connection.ts';
import type { LogLine } from './server-log.ts';

/** One configured server and its life: connected, lost, restarted. */
export interface UpstreamServer {
  readonly name: string;
  readonly status: () => ServerStatus;
  /** Its raw lists; empty until it was ready once. Kept while it is away. */
  readonly offer: () => ServerOffer;
  /** Sends a request through the server's queue. Never rejects. */
  readonly request: (method: string, params: JsonObject | undefined, exchange: QueuedExchange) => Promise<RpcReply>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** The resources to watch; resubscribed after every reconnect. */
  readonly watch: (uris: readonly string[]) => void;
  /**
   * Waits for the pending subscription of a resource and returns the server's refusal, if any. Resolves at once if
   * nothing is pending or the server is away.
   */
  readonly watching: (uri: string) => Promise<RpcError | undefined>;
  /** The lines of its log after this one, oldest first; 0 for all that are kept. */
  readonly logAfter: (seq: number) => readonly LogLine[];
  /** Reconnects at once. Resolves when the server is ready or has failed. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface QueuedExchange extends Omit<Exchange, 'timeoutMs' | 'maxTimeoutMs'> {
  /**
   * Called right before each send; returns an error to refuse the request. A request with a check depends on a listed
   * tool, so after a reconnect it waits for the list.
   */
  readonly check?: () => RpcError | undefined;
}

export type ServerState = 'connecting' | 'ready' | 'waiting' | 'failed' | 'disabled' | 'stopped';

export interface ServerStatus {
  readonly state: ServerState;
  /** Why it is not ready, as a readable sentence. */
  readonly reason: string | undefined;
  /** When it entered this state, in milliseconds since 1970. */
  readonly since: number;
  /** The time of the next attempt, while `waiting` or `failed`. */
  readonly nextAttempt: number | undefined;
  /** The number of reconnects. */
  readonly restarts: number;
  readonly inFlight: number;
  readonly queued: number;
  readonly era: Era | undefined;
  readonly transport: 'stdio' | 'http' | 'sse' | undefined;
  readonly protocolVersion: string | undefined;
  readonly serverInfo: JsonObject | undefined;
  readonly stderrTail: readonly string[];
  /** Problems that did not end the connection: a failed list, noise on stdout. */
  readonly warnings: readonly string[];
  /** The sign-in state; missing if the server supports none. */
  readonly auth?: AuthStatus;
}

/** The raw definitions of all pages, in the server's order. */
export interface ServerOffer {
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly tools: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly resourceTemplates: readonly unknown[];
  readonly caching: Readonly<Record<OfferedList, Caching>>;
}

/** The result fields of the lists. */
export type OfferedList = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** How long a list may be cached, and by whom; `undefined` if the server did not say. */
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

/** The events of a server. */
export interface UpstreamEvents {
  readonly onStatus: (server: string) => void;
  /**
   * Its lists changed: after connecting and after a `list_changed`, if they differ. `kinds` is empty when only
   * capabilities, instructions or caching changed. The server counts as ready when the returned promise resolves, and
   * the longer that takes, the later its lists are fetched again.
   */
  readonly onOffer: (server: string, kinds: readonly OfferKind[]) => Promise<void> | void;
  /**
   * Notifications without a request that are not about lists: `notifications/message`,
   * `notifications/resources/updated` and others.
   */
  readonly onNotification: (server: string, notification: RpcNotification) => void;
  /**
   * A question without a known request: elicitation, sampling or roots on a shared pipe. The signal aborts when the
   * server withdraws it or is gone.
   */
  readonly onRequest: (
    server: string,
    method: string,
    params: JsonObject,
    withdrawn?: AbortSignal,
  ) => Promise<RpcReply>;
}

export type OfferKind = 'tools' | 'prompts' | 'resources';
