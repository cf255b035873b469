import * as z from 'zod';
import { passkeyAssertionSchema } from './passkey-assertion.ts';
import { sentParamsSchema } from './sent-params.ts';
import { callModes } from './session.ts';
import type { Shape } from './shape.ts';
import { count, hintName, moment, toolClass } from './shared.ts';
import { toolHintSchema } from './tool.ts';
import { callBodySchema } from './tool-call.ts';

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;

export type ApprovalStatusName = (typeof approvalStatuses)[number];

/** How long an approval applies: for this call, until the session ends, or until it is revoked. */
export const remembering = ['once', 'session', 'always'] as const;

export type Remember = (typeof remembering)[number];

/** What a lasting approval covers: every call of the tool, or only those with the same arguments. */
export const grantScopes = ['tool', 'arguments'] as const;

export type GrantScope = (typeof grantScopes)[number];

/**
 * Where a call can be answered: in the client, on the page, on the command line, or by a program with an API token.
 */
export const approvalRoutes = ['client', 'page', 'cli', 'api'] as const;

export type ApprovalRoute = (typeof approvalRoutes)[number];

/** How an approval proves that a person is present: not at all, or with a passkey on the page. */
export const presences = ['none', 'passkey'] as const;

export type Presence = (typeof presences)[number];

const answer = z.object({
  decision: z.enum(['approve', 'deny']),
  remember: z.enum(remembering),
  scope: z.enum(grantScopes),
  route: z.enum(approvalRoutes),
  /** Whether a passkey proved that a person was present. */
  presence: z.enum(presences),
  /** Who answered, if known. */
  by: z.string().nullable(),
  at: moment,
});

export const approvalSchema = z.object({
  id: z.string(),
  status: z.enum(approvalStatuses),
  /** The call that asks. */
  call_id: z.string(),
  /** `null` if calls are not recorded. */
  session_id: z.string().nullable(),
  server: z.string(),
  tool: z.string(),
  title: z.string(),
  class: toolClass,
  /** The effective hints at the time of the request. */
  effective: z.record(hintName, toolHintSchema),
  /** Why the call was stopped: the rule, and a sentence. */
  rule: z.string(),
  reason: z.string(),
  /** As recorded: without secrets, and long values cut. */
  arguments: callBodySchema.nullable(),
  /** Everything else that is sent, recorded the same way: other members of `params`, and headers. */
  others: callBodySchema.nullable(),
  /** Exactly what will be sent; an answer is bound to all of it. `null` if an older version asked. */
  sent: sentParamsSchema.nullable(),
  client_name: z.string().nullable(),
  principal: z.string(),
  mode: z.enum(callModes),
  requested_at: moment,
  /** After this nobody can answer. */
  expires_at: moment,
  /** Whether the client still waits; if not, approving allows its retry. */
  is_waiting: z.boolean(),
  /** The routes that may answer. */
  routes: z.array(z.enum(approvalRoutes)),
  /** Whether approving needs a passkey on the page. Denying does not. */
  presence_required: z.boolean(),
  /** The possible durations of an approval. `session` is missing if the client's sessions cannot be told apart. */
  remember_choices: z.array(z.enum(remembering)),
  answer: answer.nullable(),
});

/** A call that waits or waited for approval, with the answer. */
export type Approval = Shape<typeof approvalSchema>;

export type ApprovalAnswer = NonNullable<Approval['answer']>;

export const approvalListSchema = z.object({
  approvals: z.array(approvalSchema),
  total: count,
  limit: count,
  offset: count,
});

/** `GET /api/v1/approvals`: newest first; waiting ones by age. */
export type ApprovalList = Shape<typeof approvalListSchema>;

export const approvalRequestSchema = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  /** `once` by default. A denial always applies to one call. */
  remember: z.enum(remembering).optional(),
  /** `tool` by default. */
  scope: z.enum(grantScopes).optional(),
  /**
   * The passkey's assertion for exactly this answer, from `POST /api/v1/passkeys/challenge`; required if the policy
   * asks for one.
   */
  assertion: passkeyAssertionSchema.optional(),
});

/** `POST /api/v1/approvals/{id}`. Who answers, and by which route, follows from the credential alone. */
export type ApprovalRequest = Shape<typeof approvalRequestSchema>;

export const grantSchema = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  lasts: z.enum(['session', 'always']),
  scope: z.enum(grantScopes),
  /** It only overrides this rule. */
  rule: z.string(),
  principal: z.string(),
  /** The name of the only client it applies to; `null` for one without a name. */
  client: z.string().nullable(),
  session_id: z.string().nullable(),
  /** What it allows, as a sentence. */
  says: z.string(),
  route: z.enum(approvalRoutes),
  presence: z.enum(presences),
  by: z.string().nullable(),
  created_at: moment,
  approval_id: z.string(),
  uses: count,
  last_used_at: moment.nullable(),
  /** Why it no longer applies, as a sentence; `null` if it does. */
  void_because: z.string().nullable(),
});

/** An approval for more than one call. */
export type Grant = Shape<typeof grantSchema>;

export const grantListSchema = z.object({ grants: z.array(grantSchema), total: count });

/** `GET /api/v1/grants`. */
export type GrantList = Shape<typeof grantListSchema>;
