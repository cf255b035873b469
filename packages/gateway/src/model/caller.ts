import type { ToolClass } from '@toolmark/annotations';
import type { ApprovalRoute, CallMode } from '@toolmark/api-contract';
import type { Era, JsonObject, RpcReply } from '@toolmark/base';
import type { LogLevelName } from './log-level.ts';
import type { Scope } from './scope.ts';

/** The client that makes a request, and the way back to it while the request is open. A new object for every request. */
export interface Caller {
  readonly era: Era;
  readonly protocolVersion: string;
  /** The name of the token that authenticated the request; `local` without a named token. */
  readonly principal: string;
  /** The protocol session of an older client; `undefined` in 2026-07-28, which has none. */
  readonly session: string | undefined;
  /** The client's own name and version. Displayed, never trusted. */
  readonly client: JsonObject | undefined;
  readonly capabilities: JsonObject;
  /** `Mcp-Param-*` headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the client cancels the request or disconnects. Created on first use, since most calls never need it. */
  readonly signal: AbortSignal;
  /** How the request arrived; default `direct`. */
  readonly mode?: CallMode | undefined;
  /** The highest class that the caller may call; default no limit. */
  readonly ceiling?: ToolClass | undefined;
  /** Everything that exists for the caller; default all. */
  readonly scope?: Scope | undefined;
  /** The part of the scope in the caller's tool list; default the scope. */
  readonly menu?: Scope | undefined;
  /** The class that the client chose to call by, in search mode. */
  readonly variant?: ToolClass | undefined;
  /** A person makes this call and has confirmed it in this way, which counts as the answer to a question about it. */
  readonly confirmed?: Confirmation | undefined;
  /** Whether the client may answer questions about its own calls; default true. */
  readonly mayAnswer?: boolean | undefined;
  /** The conversation that the client named in a `Toolmark-Session` header. */
  readonly conversation?: string | undefined;
  /** Called with the id under which a call is recorded. */
  readonly onCall?: ((id: string) => void) | undefined;
  /** Sends a notification on the stream of this request. */
  readonly notify: (method: string, params: JsonObject) => void;
  /** Asks the client (`elicitation/create`, `sampling/createMessage`, `roots/list`). Only older clients can be asked. */
  readonly ask: ((method: string, params: JsonObject, signal: AbortSignal) => Promise<RpcReply>) | undefined;
}

/** How, and with which credential, a person confirmed a call before it was made. */
export interface Confirmation {
  readonly route: Exclude<ApprovalRoute, 'client'>;
  readonly by: string | null;
}

/** The channel to an older client outside of any request: its GET stream, or stdout. */
export interface SessionChannel {
  readonly id: string;
  readonly principal: string;
  /** The mode of its endpoint; default `direct`. */
  readonly mode?: CallMode | undefined;
  /** Everything that exists for the client now; default all. */
  readonly scope?: () => Scope | undefined;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** The log level that the client set before the gateway was restarted. */
  readonly logLevel?: LogLevelName | undefined;
  /** Called when the client sets its log level. */
  readonly onLogLevel?: ((level: LogLevelName) => void) | undefined;
}
