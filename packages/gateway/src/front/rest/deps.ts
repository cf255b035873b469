import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallMode } from '@toolmark/api-contract';
import type { Context } from 'hono';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Limits } from '../../config/config.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { JsonObject, RpcReply } from '../../rpc.ts';
import type { UpstreamServer } from '../../upstream/server.ts';
import type { EventHub } from '../events/event-hub.ts';

/** What the API reads and does, looked up anew for every request: servers and catalog change while the gateway runs. */
export interface RestDeps {
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  readonly restart: (name: string) => Promise<void>;
  readonly recorder: Pick<Recorder, 'reader' | 'settled' | 'status'>;
  /** Who listens. It is closed by who made it, before the listening socket is. */
  readonly events: EventHub;
  /** Calls a tool as every client does: through the same steps, and recorded. */
  readonly callTool: (call: ApiCall) => Promise<ApiCallOutcome>;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth'>;
  readonly version: string;
  /** In milliseconds since 1970, like `now`. */
  readonly startedAt: number;
  readonly configFile: string;
  readonly now: () => number;
  /** Why the config as it is now is not in use. */
  readonly configProblem?: () => string | undefined;
  /** A bug of ours. The caller gets the incident, the log the rest. */
  readonly onBug: (incident: string, error: unknown) => void;
  /** How long `POST …/restart` waits for the server before it answers 202. */
  readonly restartWaitMs?: number;
  /** How long the record may take for one question. */
  readonly readWaitMs?: number;
}

/** A call that somebody makes through the API. */
export interface ApiCall extends ApiCaller {
  /** The tool as clients call it. */
  readonly exposedName: string;
  readonly arguments: JsonObject | undefined;
  readonly principal: string;
  /** Aborted when whoever asked went away. */
  readonly signal: AbortSignal;
}

/** Who calls, as they say themselves. */
export interface ApiCaller {
  readonly mode: Extract<CallMode, 'web' | 'cli' | 'api'>;
  readonly client: { readonly name: string; readonly version: string } | undefined;
}

interface ApiCallOutcome {
  /** Under which it is recorded; empty where it was refused before it was a call. */
  readonly id: string;
  readonly reply: RpcReply;
}

/** What comes with a request besides itself. */
export interface RestBindings {
  /** Whom the guard let in. */
  readonly principal: string;
  /** Where the request came through a socket. */
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export type RestContext = Context<{ Bindings: RestBindings }>;
