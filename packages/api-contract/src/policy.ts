import * as z from 'zod';
import { type ApiError, apiErrorSchema } from './api-error.ts';
import { type ApprovalRoute, approvalRoutes, type Presence, presences } from './approval.ts';
import { type DecisionKind, decisionKinds } from './decision.ts';
import { type CallMode, callModes, type SessionRisk } from './session.ts';
import { count, mcpObject, moment, type ToolClassName, toolClass } from './shared.ts';
import { type CallDecision, callDecisionSchema } from './tool-call.ts';

/** `POST /api/v1/policy/explain`: a hypothetical call. */
export interface ExplainRequest {
  readonly server: string;
  /** The original or exposed name. */
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly client?: string | undefined;
  readonly token?: string | undefined;
  readonly mode?: CallMode | undefined;
  /** The class by which a client in search mode calls it: `call_tool_read` and its siblings. */
  readonly variant?: ToolClassName | undefined;
  /** The session's earlier activity; none by default. */
  readonly session?: ExplainedSession | undefined;
}

interface ExplainedSession extends Readonly<Partial<Record<keyof SessionRisk, boolean | undefined>>> {
  /** The number of calls so far. */
  readonly calls?: number | undefined;
}

export interface PolicyExplanation {
  readonly decision: CallDecision;
  /** Where the call could be answered; `null` if nobody would be asked. */
  readonly ask: AskTerms | null;
  /** How each rule judged the call, in order, up to the one that decided. */
  readonly steps: readonly { readonly rule: string; readonly matched: boolean; readonly because: string }[];
}

/** `GET /api/v1/policy`: the current policy with all defaults, in the form of `policy` in `toolmark.json`. */
export interface PolicyInUse {
  /** In order: the first match decides. */
  readonly rules: readonly PolicyRuleInUse[];
  /** The decisions if no rule matches. */
  readonly defaults: Readonly<Record<ToolClassName | 'contradicted', DecisionKind>>;
  readonly risk: 'warn' | 'ask' | 'deny';
  readonly ask: PolicyAskInUse;
  readonly limits: readonly PolicyLimitInUse[];
  /** The deadline in seconds. */
  readonly retry: { readonly attempts: number; readonly deadline: number };
  readonly checks: Readonly<Record<string, 'off' | 'warn' | 'hold'>>;
  readonly resultBytes: number;
}

/** How people are asked. */
export interface PolicyAskInUse extends AskTerms {
  /** In seconds. */
  readonly wait: number;
  readonly expiry: number;
}

/** Where a call can be answered. */
export interface AskTerms {
  /** The enabled routes. */
  readonly routes: readonly ApprovalRoute[];
  /** What an approval needs in addition. */
  readonly presence: Presence;
}

/** All further keys are the conditions of the rule. */
export interface PolicyRuleInUse {
  readonly name: string;
  readonly decision: DecisionKind;
  readonly reason?: string | undefined;
  /** Overrides `ask` of the policy. */
  readonly ask?: { readonly [Term in keyof AskTerms]?: AskTerms[Term] | undefined } | undefined;
  readonly [matcher: string]: unknown;
}

export interface PolicyLimitInUse {
  readonly name: string;
  readonly per: 'session' | 'token' | 'gateway';
  readonly calls: number;
  /** Without it, the limit has no time window. */
  readonly seconds?: number | undefined;
  readonly [matcher: string]: unknown;
}

/** `POST /api/v1/policy/replay`: tests a policy against recorded calls. */
export interface PolicyReplayRequest {
  /** ISO 8601; calls that started at this time or later. */
  readonly from: string;
  readonly to?: string | undefined;
  /** In the form of `policy` in `toolmark.json`; the current policy by default. */
  readonly policy?: unknown;
  /** The `cache` settings by server; the current ones by default. */
  readonly cache?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The answer of `POST /api/v1/policy/replay` to `Accept: application/x-ndjson`, line by line: progress reports, then
 * the result or the error.
 */
export type PolicyReplayLine =
  | { readonly progress: { readonly calls: number; readonly total: number } }
  | { readonly replay: PolicyReplay }
  | ApiError;

/** The number of calls per decision. */
export interface PolicyTally {
  readonly allow: number;
  readonly ask: number;
  readonly deny: number;
  readonly hold: number;
  /** Of the allowed ones: answered from the cache. */
  readonly cached: number;
}

export interface PolicyReplay {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  /**
   * Not judged, because the tool is gone, or because the recorded arguments were cut or had secrets removed that a rule
   * needs.
   */
  readonly skipped: number;
  /** The recorded decisions; calls from before there was a policy are in none. */
  readonly recorded: PolicyTally;
  /** The decisions of the tested policy. */
  readonly replayed: PolicyTally;
  /** Calls that would have been allowed without asking, compared with a client that asks before every call. */
  readonly prompts_saved: number;
  /** The tools whose decisions change, most calls first, at most 100. */
  readonly changes: readonly PolicyChange[];
}

export interface PolicyChange {
  readonly server: string;
  readonly tool: string;
  readonly was: string;
  readonly is: string;
  readonly rule: string;
  readonly calls: number;
  /** One example. */
  readonly call_id: string;
}

const askTerms = z.object({ routes: z.array(z.enum(approvalRoutes)), presence: z.enum(presences) });

const tally: z.ZodType<PolicyTally> = z.object({ allow: count, ask: count, deny: count, hold: count, cached: count });

export const explainRequestSchema: z.ZodType<ExplainRequest> = z.strictObject({
  server: z.string(),
  tool: z.string(),
  arguments: mcpObject.optional(),
  client: z.string().optional(),
  token: z.string().optional(),
  mode: z.enum(callModes).optional(),
  variant: toolClass.optional(),
  session: z
    .strictObject({
      private_data_read: z.boolean().optional(),
      untrusted_content_seen: z.boolean().optional(),
      open_world_write: z.boolean().optional(),
      calls: count.optional(),
    })
    .optional(),
});

export const policyExplanationSchema: z.ZodType<PolicyExplanation> = z.object({
  decision: callDecisionSchema,
  ask: askTerms.nullable(),
  steps: z.array(z.object({ rule: z.string(), matched: z.boolean(), because: z.string() })),
});

const decision = z.enum(decisionKinds);

export const policyInUseSchema: z.ZodType<PolicyInUse> = z.object({
  rules: z.array(
    z.looseObject({
      name: z.string(),
      decision,
      reason: z.string().optional(),
      ask: z
        .object({ routes: askTerms.shape.routes.optional(), presence: askTerms.shape.presence.optional() })
        .optional(),
    }),
  ),
  defaults: z.object({ read: decision, additive: decision, destructive: decision, contradicted: decision }),
  risk: z.enum(['warn', 'ask', 'deny']),
  ask: z.object({ wait: z.number(), expiry: z.number(), ...askTerms.shape }),
  limits: z.array(
    z.looseObject({
      name: z.string(),
      per: z.enum(['session', 'token', 'gateway']),
      calls: count,
      seconds: z.number().optional(),
    }),
  ),
  retry: z.object({ attempts: count, deadline: z.number() }),
  checks: z.record(z.string(), z.enum(['off', 'warn', 'hold'])),
  resultBytes: count,
});

export const policyReplayRequestSchema: z.ZodType<PolicyReplayRequest> = z.strictObject({
  from: moment,
  to: moment.optional(),
  policy: z.unknown().optional(),
  cache: z.record(z.string(), z.unknown()).optional(),
});

export const policyReplaySchema: z.ZodType<PolicyReplay> = z.object({
  from: moment,
  to: moment,
  calls: count,
  skipped: count,
  recorded: tally,
  replayed: tally,
  prompts_saved: z.int(),
  changes: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      was: z.string(),
      is: z.string(),
      rule: z.string(),
      calls: count,
      call_id: z.string(),
    }),
  ),
});

export const policyReplayLineSchema: z.ZodType<PolicyReplayLine> = z.union([
  z.object({ progress: z.object({ calls: count, total: count }) }),
  z.object({ replay: policyReplaySchema }),
  apiErrorSchema,
]);
