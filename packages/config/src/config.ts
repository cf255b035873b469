import type { LogLevel } from '@toolmark/base';
import type { RecordConfig } from '@toolmark/record';
import type { UpstreamConfig } from '@toolmark/upstream';
import type { CurationConfig, ProfileConfig, RegistryConfig } from './offer-config.ts';
import type { CacheConfig, OverrideConfig, PolicyConfig, Trust } from './policy-config.ts';

/** A config that was read, checked and completed: no setting is optional any more. */
export interface GatewayConfig {
  /** In the order of the file, which is the order of every list. */
  readonly servers: readonly ServerConfig[];
  readonly listen: { readonly host: string; readonly port: number };
  /** Host names of the gateway in addition to loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Web origins that may call the gateway in addition to its own. */
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  /** Entries per page of a list; 0 sends everything at once, because many clients never ask for a second page. */
  readonly pageSize: number;
  /** Passes one server through with its own tool names. */
  readonly transparent: boolean;
  readonly log: { readonly level: LogLevel };
  readonly record: RecordConfig;
  readonly policy: PolicyConfig;
  /** In the order of the file. */
  readonly overrides: readonly OverrideConfig[];
  /** The file that pins tool definitions; `undefined` for `toolmark.lock` in the data folder. */
  readonly lockFile: string | undefined;
  /** In the order of the file. */
  readonly profiles: readonly ProfileConfig[];
  /** Changes of how tools are offered, in the order of the file. */
  readonly tools: readonly CurationConfig[];
  readonly registry: RegistryConfig;
}

export interface Limits {
  /** Bytes of one request body. */
  readonly bodyBytes: number;
  /** Members of objects and items of arrays in one request body, all together. */
  readonly depth: number;
  /** Concurrent sessions of legacy clients. */
  readonly values: number;
  /** How long a session of a legacy client may be idle. */
  readonly sessions: number;
  /** How long running calls may take to finish when the gateway stops. */
  readonly sessionIdleMs: number;
  /** How long running calls get when the gateway is stopped. */
  readonly drainMs: number;
}

/** A server of the config: its connection, and how far its declared hints are trusted. */
export interface ServerConfig extends UpstreamConfig {
  readonly trust: Trust;
  /** Holds a tool also after changes of its description or schemas, not only of its hints. */
  readonly strict: boolean;
  /** `undefined` if no results are cached. */
  readonly cache: CacheConfig | undefined;
}
