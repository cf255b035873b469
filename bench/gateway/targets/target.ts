import type { Era, RawClient } from '../load/raw-client.ts';

/** A server behind the gateway, as a configuration would name it. */
export type Upstream =
  | { readonly kind: 'stdio'; readonly name: string; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly name: string; readonly url: string };

/** What one start gets: the servers to offer, and a folder of its own for configuration, data and caches. */
export interface Setup {
  readonly upstreams: readonly Upstream[];
  readonly folder: string;
}

/** A gateway that runs and accepts connections. */
export interface Running {
  readonly pid: number;
  /** Both on the clock of `performance.now()`; over stdio nothing tells when a process begins to listen. */
  readonly spawnedAt: number;
  readonly acceptsAt: number | undefined;
  /** Settles when the process is gone, with how it ended. */
  readonly exited: Promise<string>;
  connect(era: Era): Promise<RawClient>;
  end(): Promise<void>;
}

/** Something that stands between a client and its servers. */
export interface Target {
  readonly name: string;
  readonly role: 'floor' | 'toolmark' | 'peer';
  /** How a client speaks to it. Over stdio it serves one client, so those numbers stand apart. */
  readonly speaks: 'http' | 'sse' | 'stdio';
  readonly eras: readonly Era[];
  readonly upstreams: readonly Upstream['kind'][];
  /** Whether one process can offer several servers. */
  readonly aggregates: boolean;
  /** The name under which it offers a server's tool. */
  readonly toolName: (server: string, tool: string) => string;
  readonly start: (setup: Setup) => Promise<Running>;
}
