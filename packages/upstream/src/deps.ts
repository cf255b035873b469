import type { Result } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import type { KnownSecrets, ServerTarget } from '@toolmark/reach';
import type { TokenSource } from './auth/token-source.ts';
import type { ConnectFailure, Connection, ConnectOptions, Verdict } from './connection.ts';
import type { UpstreamEvents } from './server.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** What servers need from the world around them. */
export interface UpstreamDeps {
  readonly open: OpenConnection;
  readonly clock: Clock;
  /** From 0 to below 1, for jitter. */
  readonly random: () => number;
  readonly events: UpstreamEvents;
  readonly verdicts: VerdictMemory;
  readonly log: Log;
  /** The client we are to servers. */
  readonly self: ConnectOptions['self'];
  readonly env: ConnectOptions['env'];
  /** Told of every secret that a server is trusted with. */
  readonly known?: Pick<KnownSecrets, 'set'> | undefined;
  /** What requests to a server are signed with; with nothing unless given. */
  readonly tokensFor?: (config: UpstreamConfig) => TokenSource | undefined;
}

export type OpenConnection = (options: ConnectOptions) => Promise<Result<Connection, ConnectFailure>>;

/** What was found out about how servers want to be spoken to. */
export interface VerdictMemory {
  readonly get: (target: ServerTarget) => Verdict | undefined;
  readonly set: (target: ServerTarget, verdict: Verdict) => void;
  /** It did not help to connect, so that it has to be found out anew. */
  readonly forget: (target: ServerTarget) => void;
}
