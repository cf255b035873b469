import type { HintName, HintSource, PartialHints, ToolClass } from '@toolmark/annotations';
import type { AskTerms, CallMode, DecisionKind, SessionRisk } from '@toolmark/api-contract';

/** What is done about calls. Read, checked and filled in. */
export interface PolicyConfig {
  /** The first that matches decides. */
  readonly rules: readonly PolicyRule[];
  /** What decides where no rule does. */
  readonly defaults: PolicyDefaults;
  /** What is done about an open-world write of a session that has read private data and seen untrusted content. */
  readonly risk: 'warn' | 'ask' | 'deny';
  readonly ask: AskConfig;
  readonly limits: readonly LimitRule[];
  readonly retry: RetryConfig;
  readonly checks: Readonly<Record<DefinitionCheck, CheckAction>>;
  /** A result longer than this, in bytes, is told of as `large-result`. */
  readonly resultBytes: number;
}

/** By class; `contradicted` is for tools whose own words speak against their hints. */
export interface PolicyDefaults extends Readonly<Record<ToolClass, DecisionKind>> {
  readonly contradicted: DecisionKind;
}

/** Which calls are meant. What is left out matches everything; of a list one entry has to match. */
export interface CallMatcher {
  /** Globs: `*` is anything. */
  readonly server?: readonly string[];
  /** As its server calls it. */
  readonly tool?: readonly string[];
  readonly class?: readonly ToolClass[];
  readonly hints?: Readonly<Partial<Record<HintName, HintMatcher>>>;
  readonly contradicted?: boolean;
  readonly client?: readonly string[];
  readonly token?: readonly string[];
  readonly mode?: readonly CallMode[];
  readonly session?: SessionMatcher;
  /** By JSONPath (RFC 9535): `$.action`. All of them have to match. */
  readonly arguments?: Readonly<Record<string, ArgumentMatcher>>;
}

/** Of the effective hint. */
export interface HintMatcher {
  readonly value?: boolean;
  readonly source?: readonly HintSource[];
}

export interface SessionMatcher extends Readonly<Partial<Record<keyof SessionRisk, boolean>>> {
  /** The session has made more calls than this. */
  readonly callsOver?: number;
}

/** Exactly one of them. */
export type ArgumentMatcher =
  | { readonly equals: unknown }
  | { readonly in: readonly unknown[] }
  /** A regular expression that has to match somewhere in a string. */
  | { readonly matches: string }
  | { readonly exists: boolean };

export interface PolicyRule extends CallMatcher {
  /** Unique; `rule 3` where none is given. */
  readonly name: string;
  readonly decision: DecisionKind;
  /** A sentence for who is stopped by it. */
  readonly reason?: string;
  /** What counts in place of `ask` of the policy; only a rule that asks has any. */
  readonly ask?: Partial<AskTerms>;
}

export interface AskConfig extends AskTerms {
  /** How long a call is kept waiting for a person. */
  readonly waitMs: number;
  /** How long a person can answer; what is approved after the call gave up lets the same call pass when it is made again. */
  readonly expiryMs: number;
}

/** At most so many calls in so long a time. */
export interface LimitRule extends CallMatcher {
  readonly name: string;
  /** Whose calls are counted together. */
  readonly per: 'session' | 'token' | 'gateway';
  readonly calls: number;
  /** `undefined` counts for as long as the session lasts, or since the gateway was started. */
  readonly windowMs: number | undefined;
}

export interface RetryConfig {
  /** In all, the first one among them; 1 never retries. */
  readonly attempts: number;
  /** From the first attempt on, nothing is begun anew after this. */
  readonly deadlineMs: number;
}

/** What is looked for in definitions and results, offline. */
export type DefinitionCheck = 'hidden-unicode' | 'instructions' | 'shadowed-name' | 'secret' | 'large-result';

export type CheckAction = 'off' | 'warn' | 'hold';

/** How much a server's own word counts. */
export type Trust = 'review' | 'declared' | 'verified' | 'none';

/** A hint that a person set, in a file. */
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

/** Whether, and for how long, answers of tools that only read are kept. */
export interface CacheConfig {
  readonly ttlMs: number;
  /** Globs. */
  readonly tools: readonly string[];
}
