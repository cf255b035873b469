import type { ServerTarget } from '@toolmark/reach';
import type { Era } from '../base/rpc.ts';
import type { CurationConfig, OAuthConfig, ProfileConfig, RegistryConfig } from './offer-config.ts';
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

/** What is remembered of calls, and for how long. */
export interface RecordConfig {
  readonly enabled: boolean;
  /** Bytes of arguments, and of a result, that are kept; of more the beginning. */
  readonly bodyBytes: number;
  readonly redact: RedactConfig;
  readonly retention: RetentionConfig;
  /** How long nothing may happen before a session is closed. */
  readonly sessionIdleMs: number;
}

export interface RedactConfig {
  readonly enabled: boolean;
  /** Fields whose values are secrets, besides the usual ones. Case, `_` and `-` do not count. */
  readonly names: readonly string[];
  /** Fields whose values are none, whatever they are called. */
  readonly keep: readonly string[];
  /** Regular expressions for secrets in any text, besides the usual ones. */
  readonly patterns: readonly string[];
}

interface RetentionConfig {
  readonly sessions: number;
  readonly days: number;
  readonly bytes: number;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

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

export interface ServerConfig {
  readonly name: string;
  readonly disabled: boolean;
  /** Why it cannot be started, such as a variable that is not set. The others are. */
  readonly problem?: string;
  readonly target: ServerTarget;
  readonly protocol: 'auto' | Era;
  readonly connectTimeoutMs: number;
  /** How long a call may be silent; progress starts it anew. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly concurrency: number;
  /** What the answer to one call may come to; `values` as in `limits`. */
  readonly answer: { readonly bytes: number; readonly values: number };
  readonly queue: number;
  readonly trust: Trust;
  /** Changes of words and schemas hold a tool too, and not only those of hints. */
  readonly strict: boolean;
  /** `undefined` where nothing is kept. */
  readonly cache: CacheConfig | undefined;
  /** What is known about signing in to it; `undefined` where nothing is. */
  readonly oauth: OAuthConfig | undefined;
}
