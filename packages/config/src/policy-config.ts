import type { HintName, HintSource, PartialHints, ToolClass } from '@toolmark/annotations';
import type { AskTerms, CallMode, DecisionKind, SessionRisk } from '@toolmark/api-contract';

/** The policy for calls. Checked and completed. */
export interface PolicyConfig {
  /** The first matching rule decides. */
  readonly rules: readonly PolicyRule[];
  /** Decide calls that match no rule. */
  readonly defaults: PolicyDefaults;
  /** The decision for an open-world write in a session that has read private data and untrusted content. */
  readonly risk: 'warn' | 'ask' | 'deny';
  readonly ask: AskConfig;
  readonly limits: readonly LimitRule[];
  readonly retry: RetryConfig;
  readonly checks: Readonly<Record<DefinitionCheck, CheckAction>>;
  /** Longer results, in bytes, are reported as `large-result`. */
  readonly resultBytes: number;
}

/** By class; `contradicted` is for tools whose name or description contradicts their hints. */
export interface PolicyDefaults extends Readonly<Record<ToolClass, DecisionKind>> {
  readonly contradicted: DecisionKind;
}

/** Selects calls. A missing condition matches everything; a list matches if one entry does. */
export interface CallMatcher {
  /** Globs, with `*` as a wildcard. */
  readonly server?: readonly string[];
  /** The server's own name for the tool. */
  readonly tool?: readonly string[];
  readonly class?: readonly ToolClass[];
  readonly hints?: Readonly<Partial<Record<HintName, HintMatcher>>>;
  readonly contradicted?: boolean;
  readonly client?: readonly string[];
  readonly token?: readonly string[];
  readonly mode?: readonly CallMode[];
  readonly session?: SessionMatcher;
  /** Conditions by JSONPath (RFC 9535): `$.action`. All of them have to match. */
  readonly arguments?: Readonly<Record<string, ArgumentMatcher>>;
}

/** Matches the effective hint. */
export interface HintMatcher {
  readonly value?: boolean;
  readonly source?: readonly HintSource[];
}

export interface SessionMatcher extends Readonly<Partial<Record<keyof SessionRisk, boolean>>> {
  /** The session has made more calls than this. */
  readonly callsOver?: number;
}

/** Exactly one condition. */
export type ArgumentMatcher =
  | { readonly equals: unknown }
  | { readonly in: readonly unknown[] }
  /** A regular expression that matches somewhere in a string. */
  | { readonly matches: string }
  | { readonly exists: boolean };

export interface PolicyRule extends CallMatcher {
  /** Unique; `rule 3` if the file gives none. */
  readonly name: string;
  readonly decision: DecisionKind;
  /** A sentence for the person or agent whose call is stopped. */
  readonly reason?: string;
  /** Replaces `ask` of the policy; only for the decision `ask`. */
  readonly ask?: Partial<AskTerms>;
}

export interface AskConfig extends AskTerms {
  /** How long a call waits for an answer. */
  readonly waitMs: number;
  /** How long the request can be answered; an approval after the call timed out allows its retry. */
  readonly expiryMs: number;
}

/** A maximum number of calls in a time window. */
export interface LimitRule extends CallMatcher {
  readonly name: string;
  /** Which calls are counted together. */
  readonly per: 'session' | 'token' | 'gateway';
  readonly calls: number;
  /** `undefined` counts for the whole session, or since the gateway started. */
  readonly windowMs: number | undefined;
}

export interface RetryConfig {
  /** The number of attempts including the first; 1 never retries. */
  readonly attempts: number;
  /** No retry starts later than this after the first attempt. */
  readonly deadlineMs: number;
}

/** Offline checks of definitions and results. */
export type DefinitionCheck = 'hidden-unicode' | 'instructions' | 'shadowed-name' | 'secret' | 'large-result';

type CheckAction = 'off' | 'warn' | 'hold';

/** How far a server's declared hints are trusted. */
export type Trust = 'review' | 'declared' | 'verified' | 'none';

/** A hint set by a person in a file. */
export interface OverrideConfig {
  /** A glob. */
  readonly server: string;
  /** A glob. */
  readonly tool: string;
  readonly hints: PartialHints;
  readonly reason: string | null;
  readonly author: string | null;
  /** ISO 8601. */
  readonly at: string | null;
}

/** The caching of results of read-only tools. */
export interface CacheConfig {
  readonly ttlMs: number;
  /** Globs. */
  readonly tools: readonly string[];
}
