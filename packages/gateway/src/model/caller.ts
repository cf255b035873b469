import type { ToolClass } from '@toolmark/annotations';
import type { ApprovalRoute, CallMode } from '@toolmark/api-contract';
import type { Era, JsonObject, RpcReply } from '@toolmark/base';
import type { Scope } from './scope.ts';

/** Who makes a request, and the way back to them while it is under way. Made anew for every request. */
export interface Caller {
  readonly era: Era;
  readonly protocolVersion: string;
  /** Whom the front let in; `local` where there is only one. */
  readonly principal: string;
  /** The session of an older client; `undefined` in 2026-07-28, which has none. */
  readonly session: string | undefined;
  /** What the client says it is. Shown, never trusted. */
  readonly client: JsonObject | undefined;
  readonly capabilities: JsonObject;
  /** `Mcp-Param-*` headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the client cancels the request or goes away. Made on first use, since most calls never need it. */
  readonly signal: AbortSignal;
  /** How it came; `direct` unless said. */
  readonly mode?: CallMode | undefined;
  /** The most that whoever calls may do; no limit unless said. */
  readonly ceiling?: ToolClass | undefined;
  /** Everything that exists for whoever calls; all of it unless said. */
  readonly scope?: Scope | undefined;
  /** What their list of tools has, where that is less. */
  readonly menu?: Scope | undefined;
  /** The class for which the client chose to call, where it had the choice. */
  readonly variant?: ToolClass | undefined;
  /** A person makes this call and has said yes to it already, in this way: that answers the question, if there is one. */
  readonly confirmed?: Confirmation | undefined;
  /** Whether the client may be asked, and its answer counts; it may unless said. */
  readonly mayAnswer?: boolean | undefined;
  /** The conversation that the client named in a `Toolmark-Session` header. */
  readonly conversation?: string | undefined;
  /** Told under which id a call is recorded. */
  readonly onCall?: ((id: string) => void) | undefined;
  /** A notification on the stream of this request. */
  readonly notify: (method: string, params: JsonObject) => void;
  /** A question to the client (`elicitation/create`, `sampling/createMessage`, `roots/list`). Only older clients can be asked. */
  readonly ask: ((method: string, params: JsonObject, signal: AbortSignal) => Promise<RpcReply>) | undefined;
}

/** Who said yes to a call before it was made, by the credential that they came with. */
export interface Confirmation {
  readonly route: Exclude<ApprovalRoute, 'client'>;
  readonly by: string | null;
}

/** The way to an older client outside of any request: its GET stream, or stdout. */
export interface SessionChannel {
  readonly id: string;
  readonly principal: string;
  /** What it came for; `direct` unless said. */
  readonly mode?: CallMode | undefined;
  /** Everything that exists for it now; all of it unless said. */
  readonly scope?: () => Scope | undefined;
  readonly notify: (method: string, params?: JsonObject) => void;
}
