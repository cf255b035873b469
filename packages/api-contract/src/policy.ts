import * as z from 'zod';
import { apiErrorSchema } from './api-error.ts';
import { approvalRoutes, presences } from './approval.ts';
import { decisionKinds } from './decision.ts';
import { callModes } from './session.ts';
import type { Shape } from './shape.ts';
import { count, mcpObject, moment, toolClass } from './shared.ts';
import { callDecisionSchema } from './tool-call.ts';

const askTerms = z.object({
  /** The enabled routes. */
  routes: z.array(z.enum(approvalRoutes)),
  /** What an approval needs in addition. */
  presence: z.enum(presences),
});

const tally = z.object({
  allow: count,
  ask: count,
  deny: count,
  hold: count,
  /** Of the allowed ones: answered from the cache. */
  cached: count,
});

/** The number of calls per decision. */
export type PolicyTally = Shape<typeof tally>;

export const explainRequestSchema = z.strictObject({
  server: z.string(),
  /** The original or exposed name. */
  tool: z.string(),
  arguments: mcpObject.optional(),
  client: z.string().optional(),
  token: z.string().optional(),
  mode: z.enum(callModes).optional(),
  /** The class by which a client in search mode calls it: `call_tool_read` and its siblings. */
  variant: toolClass.optional(),
  /** The session's earlier activity; none by default. */
  session: z
    .strictObject({
      private_data_read: z.boolean().optional(),
      untrusted_content_seen: z.boolean().optional(),
      open_world_write: z.boolean().optional(),
      /** The number of calls so far. */
      calls: count.optional(),
    })
    .optional(),
});

/** `POST /api/v1/policy/explain`: a hypothetical call. */
export type ExplainRequest = Shape<typeof explainRequestSchema>;

export const policyExplanationSchema = z.object({
  decision: callDecisionSchema,
  /** Where the call could be answered; `null` if nobody would be asked. */
  ask: askTerms.nullable(),
  /** How each rule judged the call, in order, up to the one that decided. */
  steps: z.array(z.object({ rule: z.string(), matched: z.boolean(), because: z.string() })),
});

export type PolicyExplanation = Shape<typeof policyExplanationSchema>;

/** Where a call can be answered. */
export type AskTerms = NonNullable<PolicyExplanation['ask']>;

const decision = z.enum(decisionKinds);

export const policyInUseSchema = z.object({
  /** In order: the first match decides. */
  rules: z.array(
    z.looseObject({
      name: z.string(),
      decision,
      reason: z.string().optional(),
      /** Overrides `ask` of the policy. */
      ask: z
        .object({ routes: askTerms.shape.routes.optional(), presence: askTerms.shape.presence.optional() })
        .optional(),
    }),
  ),
  /** The decisions if no rule matches. */
  defaults: z.object({ read: decision, additive: decision, destructive: decision, contradicted: decision }),
  risk: z.enum(['warn', 'ask', 'deny']),
  ask: z.object({
    /** In seconds. */
    wait: z.number(),
    expiry: z.number(),
    ...askTerms.shape,
  }),
  limits: z.array(
    z.looseObject({
      name: z.string(),
      per: z.enum(['session', 'token', 'gateway']),
      calls: count,
      /** Without it, the limit has no time window. */
      seconds: z.number().optional(),
    }),
  ),
  /** The deadline in seconds. */
  retry: z.object({ attempts: count, deadline: z.number() }),
  checks: z.record(z.string(), z.enum(['off', 'warn', 'hold'])),
  resultBytes: count,
});

/** `GET /api/v1/policy`: the current policy with all defaults, in the form of `policy` in `toolmark.json`. */
export type PolicyInUse = Shape<typeof policyInUseSchema>;

/** All further keys are the conditions of the rule. */
export type PolicyRuleInUse = PolicyInUse['rules'][number];

/** How people are asked. */
export type PolicyAskInUse = PolicyInUse['ask'];

export type PolicyLimitInUse = PolicyInUse['limits'][number];

export const policyReplayRequestSchema = z.strictObject({
  /** ISO 8601; calls that started at this time or later. */
  from: moment,
  to: moment.optional(),
  /** In the form of `policy` in `toolmark.json`; the current policy by default. */
  policy: z.unknown().optional(),
  /** The `cache` settings by server; the current ones by default. */
  cache: z.record(z.string(), z.unknown()).optional(),
});

/** `POST /api/v1/policy/replay`: tests a policy against recorded calls. */
export type PolicyReplayRequest = Shape<typeof policyReplayRequestSchema>;

export const policyReplaySchema = z.object({
  from: moment,
  to: moment,
  calls: count,
  /**
   * Not judged, because the tool is gone, or because the recorded arguments were cut or had secrets removed that a rule
   * needs.
   */
  skipped: count,
  /** The recorded decisions; calls from before there was a policy are in none. */
  recorded: tally,
  /** The decisions of the tested policy. */
  replayed: tally,
  /** Calls that would have been allowed without asking, compared with a client that asks before every call. */
  prompts_saved: z.int(),
  /** The tools whose decisions change, most calls first, at most 100. */
  changes: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      was: z.string(),
      is: z.string(),
      rule: z.string(),
      calls: count,
      /** One example. */
      call_id: z.string(),
    }),
  ),
});

export type PolicyReplay = Shape<typeof policyReplaySchema>;

export type PolicyChange = PolicyReplay['changes'][number];

export const policyReplayLineSchema = z.union([
  z.object({ progress: z.object({ calls: count, total: count }) }),
  z.object({ replay: policyReplaySchema }),
  apiErrorSchema,
]);

/**
 * The answer of `POST /api/v1/policy/replay` to `Accept: application/x-ndjson`, line by line: progress reports, then
 * the result or the error.
 */
export type PolicyReplayLine = Shape<typeof policyReplayLineSchema>;
