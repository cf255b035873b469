/** What is recorded of calls, and for how long. */
export interface RecordConfig {
  readonly enabled: boolean;
  /** The bytes of arguments and of a result to keep; longer ones are cut. */
  readonly bodyBytes: number;
  readonly redact: RedactConfig;
  readonly retention: RetentionConfig;
  /** How long a session may be idle before it is closed. */
  readonly sessionIdleMs: number;
}

export interface RedactConfig {
  readonly enabled: boolean;
  /** Additional field names with secret values. Case, `_` and `-` are ignored. */
  readonly names: readonly string[];
  /** Field names that never hold secrets. */
  readonly keep: readonly string[];
  /** Additional regular expressions for secrets in any text. */
  readonly patterns: readonly string[];
}

interface RetentionConfig {
  readonly sessions: number;
  readonly days: number;
  readonly bytes: number;
}
