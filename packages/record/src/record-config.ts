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
