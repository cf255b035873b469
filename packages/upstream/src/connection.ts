import type { Era, JsonObject, RpcNotification, RpcReply } from '@toolmark/base';
import type { ServerTarget } from '@toolmark/reach';
import type { TokenSource } from './auth/token-source.ts';
import type { AnswerLimits } from './wire/limits.ts';

/** An open connection to a server, over whatever transport, in whatever era. */
export interface Connection {
  readonly era: Era;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject | undefined;
  readonly instructions: string | undefined;
  /**
   * Sends a request and waits for its answer. Never rejects: a timeout, a cancelled signal, a dead server and a broken
   * frame are error replies of the catalogue (`upstreamTimeout`, `cancelled`, `upstreamDied`, `upstreamBroken`).
   */
  readonly request: (method: string, params: JsonObject | undefined, exchange: Exchange) => Promise<RpcReply>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** 2026-07-28 only: keeps a `subscriptions/listen` open with this filter; a new call replaces the former one. */
  readonly listen: (filter: JsonObject) => void;
  /** The last lines of stderr, printable and without secrets. Empty over HTTP. */
  readonly stderrTail: () => readonly string[];
  /** What the server does wrong without its costing the connection, such as noise on stdout; a sentence each, no secrets. */
  readonly warnings?: () => readonly string[];
  /** Resolves once, when no request is taken any more, with the reason for a person. */
  readonly closed: Promise<string>;
  /**
   * Once it is closed: resolves when the requests have ended that may still be answered. `undefined` where there are none,
   * as in most cases.
   */
  readonly draining?: () => Promise<void> | undefined;
  /** Ends the connection, and the whole process group of a server that was started. Has a deadline of its own. */
  readonly close: () => Promise<void>;
}

/** What goes along with one request while it is under way. */
export interface Exchange {
  /** Aborting it cancels the request at the server, in the way of its era and transport. */
  readonly signal?: AbortSignal;
  /** How long nothing may be heard; a progress notification starts it anew. */
  readonly timeoutMs: number;
  /** How long all of it may take, whatever is heard. */
  readonly maxTimeoutMs: number;
  /** If given, progress is asked for. The params are the server's, its `progressToken` ours to replace. */
  readonly onProgress?: (params: JsonObject) => void;
  /** Other notifications that are known to belong to this request (they came on its own stream). */
  readonly onNotification?: (notification: RpcNotification) => void;
  /** A question of the server that is known to belong to this request. */
  readonly onRequest?: AnswerQuestion;
  /** `Mcp-Param-*` headers of the caller. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What its answer may come to; the usual unless given. */
  readonly answer?: AnswerLimits;
  /** Who is really calling: goes into the envelope of 2026-07-28, and nowhere in the older era. */
  readonly client?: { readonly info: JsonObject | undefined; readonly capabilities: JsonObject };
}

/** Answers a question of a server. The signal aborts when it is taken back, and nobody waits for the answer any more. */
export type AnswerQuestion = (method: string, params: JsonObject, withdrawn?: AbortSignal) => Promise<RpcReply>;

/** What a server says without being asked, and what cannot be attributed to a request. */
export interface ConnectionEvents {
  readonly onNotification: (notification: RpcNotification) => void;
  readonly onRequest: AnswerQuestion;
}

export interface ConnectOptions {
  readonly target: ServerTarget;
  readonly protocol: 'auto' | Era;
  /** What was found out last time. Tried first; when it fails the rest is tried as well. */
  readonly remembered?: Verdict;
  readonly events: ConnectionEvents;
  /** Cuts the attempt short; also carries its deadline. */
  readonly signal: AbortSignal;
  /** The client we are to the server. */
  readonly self: { readonly name: string; readonly version: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What requests over HTTP are signed with, where the config does not say. */
  readonly tokens?: TokenSource | undefined;
}

/** How a server wants to be spoken to, worth remembering. */
export interface Verdict {
  readonly era: Era;
  readonly transport: 'stdio' | 'http' | 'sse';
}

/** Why a connection could not be opened, for a person, without secrets. */
export interface ConnectFailure {
  readonly message: string;
  readonly stderrTail: readonly string[];
  /** `false` where trying again cannot help: the command is not there, the address is refused as invalid. */
  readonly retryable: boolean;
}
