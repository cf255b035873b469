import type { Clock, JsonObject, Log } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import type { Core } from '../../core/core.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { SessionFile } from './legacy/session-file.ts';

/** The parts of the gateway that the MCP endpoint uses. */
export interface McpFrontDeps {
  readonly core: Core;
  /** The current catalog, for the arguments that a tool expects in headers too. */
  readonly catalog: () => Pick<Catalog, 'toolsByName' | 'within'>;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values' | 'sessions' | 'sessionIdleMs'>;
  readonly clock: Clock;
  /** A new unguessable id, for sessions and incidents. */
  readonly newId: () => string;
  readonly log: Log;
  /** Keeps the sessions of older clients for the next start. */
  readonly sessionFile?: SessionFile | undefined;
  /** The gateway's identity in results of 2026-07-28. */
  readonly serverInfo: JsonObject;
  /**
   * `false` serves the requests of older clients, except batches, through the SDK instead of our own code. Tests compare both, which answer
   * alike; this is the fallback in case of a difference.
   */
  readonly hotPath?: boolean;
}

/** Counts for the metrics. */
export interface McpFrontStats {
  /** Connected older clients. */
  readonly sessions: number;
  /** Requests under way. */
  readonly running: number;
  /** Streams of `subscriptions/listen`. */
  readonly subscriptions: number;
  /** Notifications dropped since the start because their client did not read. */
  readonly dropped: number;
}
