import type { LogLevel } from '@toolmark/base';
import type { RecordConfig } from '@toolmark/record';
import type { UpstreamConfig } from '@toolmark/upstream';
import type { CurationConfig, ProfileConfig, RegistryConfig } from './offer-config.ts';
import type { CacheConfig, OverrideConfig, PolicyConfig, Trust } from './policy-config.ts';

/** A config that was read, checked and filled in: nothing in it is optional any more. */
export interface GatewayConfig {
  /** In the order of the file, which is the order of everything that is listed. */
  readonly servers: readonly ServerConfig[];
  readonly listen: { readonly host: string; readonly port: number };
  /** Names under which the gateway may be addressed besides loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Web origins that may call it besides its own. */
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  /** Entries per page of a list; 0 is everything at once, because many clients never ask for a second page. */
  readonly pageSize: number;
  /** One server, passed through under its own names. */
  readonly transparent: boolean;
  readonly log: { readonly level: LogLevel };
  readonly record: RecordConfig;
  readonly policy: PolicyConfig;
  /** In the order of the file. */
  readonly overrides: readonly OverrideConfig[];
  /** Where tools are pinned; `undefined` for `toolmark.lock` in the data folder. */
  readonly lockFile: string | undefined;
  /** In the order of the file. */
  readonly profiles: readonly ProfileConfig[];
  /** What was changed about how tools are offered, in the order of the file. */
  readonly tools: readonly CurationConfig[];
  readonly registry: RegistryConfig;
}

export interface Limits {
  /** Bytes of one request body. */
  readonly bodyBytes: number;
  /** Levels of nesting in one request body. */
  readonly depth: number;
  /** Members of objects and items of arrays in one request body, all together. */
  readonly values: number;
  /** Sessions of older clients at the same time. */
  readonly sessions: number;
  /** How long a session of an older client may be idle. */
  readonly sessionIdleMs: number;
  /** How long running calls get when the gateway is stopped. */
  readonly drainMs: number;
}

/** A server of the config: how it is connected, and how far its words count. */
export interface ServerConfig extends UpstreamConfig {
  readonly trust: Trust;
  /** Changes of words and schemas hold a tool too, and not only those of hints. */
  readonly strict: boolean;
  /** `undefined` where nothing is kept. */
  readonly cache: CacheConfig | undefined;
}
