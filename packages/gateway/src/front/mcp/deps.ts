import type { Clock, JsonObject, Log } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import type { Core } from '../../core/core.ts';
import type { Catalog } from '../../model/catalog.ts';

/** What the MCP endpoint needs from the rest of the gateway. */
export interface McpFrontDeps {
  readonly core: Core;
  /** What is offered right now; says which arguments of a tool travel in headers as well. */
  readonly catalog: () => Pick<Catalog, 'toolsByName' | 'within'>;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values' | 'sessions' | 'sessionIdleMs'>;
  readonly clock: Clock;
  /** A new id that nobody can guess: for sessions, and for incidents. */
  readonly newId: () => string;
  readonly log: Log;
  /** Our own identity, as results of 2026-07-28 carry it. */
  readonly serverInfo: JsonObject;
  /**
   * `false` sends the requests of older clients, except batches, through the SDK instead of our own code. Both answer alike;
   * the tests compare them, and it is the way out should they ever not.
   */
  readonly hotPath?: boolean;
}

/** Numbers for the metrics. */
export interface McpFrontStats {
  /** Older clients that are connected. */
  readonly sessions: number;
  /** Requests under way. */
  readonly running: number;
  /** Streams of `subscriptions/listen`. */
  readonly subscriptions: number;
  /** Notifications that were dropped because their client did not read, since the start. */
  readonly dropped: number;
}
