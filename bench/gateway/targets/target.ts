import type { Era, RawClient } from '../load/raw-client.ts';

/** A server behind the gateway, in the form of a configuration entry. */
export type Upstream =
  | { readonly kind: 'stdio'; readonly name: string; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly name: string; readonly url: string };

/** The input of one start: the servers to offer, and a folder for configuration, data and caches. */
export interface Setup {
  readonly upstreams: readonly Upstream[];
  readonly folder: string;
}

/** A running gateway that accepts connections. */
export interface Running {
  readonly pid: number;
  /** Both by `performance.now()`; over stdio the start of listening is unknown. */
  readonly spawnedAt: number;
  readonly acceptsAt: number | undefined;
  /** Settles when the process has exited, with its exit status. */
  readonly exited: Promise<string>;
  connect(era: Era): Promise<RawClient>;
  end(): Promise<void>;
}

/** A gateway or relay between a client and its servers. */
export interface Target {
  readonly name: string;
  readonly role: 'floor' | 'toolmark' | 'peer';
  /** The client's transport. Figures over stdio are listed separately, because it serves only one client. */
  readonly speaks: 'http' | 'sse' | 'stdio';
  readonly eras: readonly Era[];
  readonly upstreams: readonly Upstream['kind'][];
  /** Whether one process can offer several servers. */
  readonly aggregates: boolean;
  /** The name under which it offers a server's tool. */
  readonly toolName: (server: string, tool: string) => string;
  readonly start: (setup: Setup) => Promise<Running>;
}
