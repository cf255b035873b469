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
   * Sends a request and waits for its answer. Never rejects: a timeout, an abort, a dead server and a broken frame
   * become errors of the catalogue (`upstreamTimeout`, `cancelled`, `upstreamDied`, `upstreamBroken`).
   */
  readonly request: (method: string, params: JsonObject | undefined, exchange: Exchange) => Promise<RpcReply>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** 2026-07-28 only: keeps a `subscriptions/listen` open with this filter; a new call replaces the previous filter. */
  readonly listen: (filter: JsonObject) => void;
  /** The last lines of stderr, printable and without secrets. Empty over HTTP. */
  readonly stderrTail: () => readonly string[];
  /** Faults that do not end the connection, such as noise on stdout; one sentence each, without secrets. */
  readonly warnings?: () => readonly string[];
  /** Resolves with a readable reason once the connection accepts no more requests. */
  readonly closed: Promise<string>;
  /** After `closed`: resolves when the remaining requests have ended. `undefined` if there are none, the usual case. */
  readonly draining?: () => Promise<void> | undefined;
  /** Closes the connection and ends a started server with its process group. Has its own deadline. */
  readonly close: () => Promise<void>;
}

/** Options and callbacks of one request. */
export interface Exchange {
  /** Aborting it cancels the request at the server. */
  readonly signal?: AbortSignal;
  /** The longest silence; progress notifications restart it. */
  readonly timeoutMs: number;
  /** The longest total time, whatever arrives. */
  readonly maxTimeoutMs: number;
  /** If set, requests progress. The params are the server's; the caller replaces the `progressToken`. */
  readonly onProgress?: (params: JsonObject) => void;
  /** Other notifications on the request's own stream. */
  readonly onNotification?: (notification: RpcNotification) => void;
  /** A question of the server on the request's own stream. */
  readonly onRequest?: AnswerQuestion;
  /** The server answered after the request had been cancelled or had timed out: it works on it no more. */
  readonly onLateAnswer?: () => void;
  /** The caller's `Mcp-Param-*` headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The limits for its answer; the defaults if missing. */
  readonly answer?: AnswerLimits;
  /** The calling client, sent in the envelope of 2026-07-28; the legacy era has no place for it. */
  readonly client?: { readonly info: JsonObject | undefined; readonly capabilities: JsonObject };
}

/** Answers a server's question. The signal aborts when the server withdraws it or no one needs the answer. */
export type AnswerQuestion = (method: string, params: JsonObject, withdrawn?: AbortSignal) => Promise<RpcReply>;

/** Unsolicited messages of a server, and those without a known request. */
export interface ConnectionEvents {
  readonly onNotification: (notification: RpcNotification) => void;
  readonly onRequest: AnswerQuestion;
  /** A line that the server printed on stderr. */
  readonly onStderr?: (line: string) => void;
}

export interface ConnectOptions {
  readonly target: ServerTarget;
  readonly protocol: 'auto' | Era;
  /** The verdict of the last connection. Tried first; falls back to full detection. */
  readonly remembered?: Verdict;
  readonly events: ConnectionEvents;
  /** Aborts the attempt; also carries its deadline. */
  readonly signal: AbortSignal;
  /** Our own client name and version. */
  readonly self: { readonly name: string; readonly version: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Signs HTTP requests, unless the config has credentials. */
  readonly tokens?: TokenSource | undefined;
}

/** The detected transport and era of a server, worth remembering. */
export interface Verdict {
  readonly era: Era;
  readonly transport: 'stdio' | 'http' | 'sse';
}

/** A readable reason why a connection could not be opened, without secrets. */
export interface ConnectFailure {
  readonly message: string;
  readonly stderrTail: readonly string[];
  /** `false` if a retry cannot help: the command does not exist, the address is invalid. */
  readonly retryable: boolean;
}
