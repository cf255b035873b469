import type { Result } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import type { KnownSecrets, ServerTarget } from '@toolmark/reach';
import type { TokenSource } from './auth/token-source.ts';
import type { ConnectFailure, Connection, ConnectOptions, Verdict } from './connection.ts';
import type { UpstreamEvents } from './server.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** The dependencies of all servers. */
export interface UpstreamDeps {
  readonly open: OpenConnection;
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly events: UpstreamEvents;
  readonly verdicts: VerdictMemory;
  readonly log: Log;
  /** Our own client name and version. */
  readonly self: ConnectOptions['self'];
  readonly env: ConnectOptions['env'];
  /** Receives every secret that a server is given. */
  readonly known?: Pick<KnownSecrets, 'set'> | undefined;
  /** The token source for a server's requests; without it, requests are not signed. */
  readonly tokensFor?: (config: UpstreamConfig) => TokenSource | undefined;
}

export type OpenConnection = (options: ConnectOptions) => Promise<Result<Connection, ConnectFailure>>;

/** Remembers detected transports and eras. */
export interface VerdictMemory {
  readonly get: (target: ServerTarget) => Verdict | undefined;
  readonly set: (target: ServerTarget, verdict: Verdict) => void;
  /** The remembered verdict failed, so detect again. */
  readonly forget: (target: ServerTarget) => void;
}
