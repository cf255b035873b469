import * as z from 'zod';
import { type PasskeyAssertion, passkeyAssertionSchema } from './passkey-assertion.ts';
import { type SentParams, sentParamsSchema } from './sent-params.ts';
import { type CallMode, callModes } from './session.ts';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import { type ToolHint, toolHintSchema } from './tool.ts';
import { type CallBody, callBodySchema } from './tool-call.ts';

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

/** A call that waits or waited for approval, with the answer. */
export interface Approval {
  readonly id: string;
  readonly status: ApprovalStatusName;
  /** The call that asks. */
  readonly call_id: string;
  /** `null` if calls are not recorded. */
  readonly session_id: string | null;
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClassName;
  /** The effective hints at the time of the request. */
  readonly effective: Readonly<Record<HintKey, ToolHint>>;
  /** Why the call was stopped: the rule, and a sentence. */
  readonly rule: string;
  readonly reason: string;
  /** As recorded: without secrets, and long values cut. */
  readonly arguments: CallBody | null;
  /** Everything else that is sent, recorded the same way: other members of `params`, and headers. */
  readonly others: CallBody | null;
  /** Exactly what will be sent; an answer is bound to all of it. `null` if an older version asked. */
  readonly sent: SentParams | null;
  readonly client_name: string | null;
  readonly principal: string;
  readonly mode: CallMode;
  readonly requested_at: string;
  /** After this nobody can answer. */
  readonly expires_at: string;
  /** Whether the client still waits; if not, approving allows its retry. */
  readonly is_waiting: boolean;
  /** The routes that may answer. */
  readonly routes: readonly ApprovalRoute[];
  /** Whether approving needs a passkey on the page. Denying does not. */
  readonly presence_required: boolean;
  /** The possible durations of an approval. `session` is missing if the client's sessions cannot be told apart. */
  readonly remember_choices: readonly Remember[];
  readonly answer: ApprovalAnswer | null;
}

export interface ApprovalAnswer {
  readonly decision: 'approve' | 'deny';
  readonly remember: Remember;
  readonly scope: GrantScope;
  readonly route: ApprovalRoute;
  /** Whether a passkey proved that a person was present. */
  readonly presence: Presence;
  /** Who answered, if known. */
  readonly by: string | null;
  readonly at: string;
}

/** `GET /api/v1/approvals`: newest first; waiting ones by age. */
export interface ApprovalList {
  readonly approvals: readonly Approval[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** `POST /api/v1/approvals/{id}`. Who answers, and by which route, follows from the credential alone. */
export interface ApprovalRequest {
  readonly decision: 'approve' | 'deny';
  /** `once` by default. A denial always applies to one call. */
  readonly remember?: Remember | undefined;
  /** `tool` by default. */
  readonly scope?: GrantScope | undefined;
  /**
   * The passkey's assertion for exactly this answer, from `POST /api/v1/passkeys/challenge`; required if the policy
   * asks for one.
   */
  readonly assertion?: PasskeyAssertion | undefined;
}

/** An approval for more than one call. */
export interface Grant {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly lasts: 'session' | 'always';
  readonly scope: GrantScope;
  /** It only overrides this rule. */
  readonly rule: string;
  readonly principal: string;
  /** The name of the only client it applies to; `null` for one without a name. */
  readonly client: string | null;
  readonly session_id: string | null;
  /** What it allows, as a sentence. */
  readonly says: string;
  readonly route: ApprovalRoute;
  readonly presence: Presence;
  readonly by: string | null;
  readonly created_at: string;
  readonly approval_id: string;
  readonly uses: number;
  readonly last_used_at: string | null;
  /** Why it no longer applies, as a sentence; `null` if it does. */
  readonly void_because: string | null;
}

/** `GET /api/v1/grants`. */
export interface GrantList {
  readonly grants: readonly Grant[];
  readonly total: number;
}

const answer = z.object({
  decision: z.enum(['approve', 'deny']),
  remember: z.enum(remembering),
  scope: z.enum(grantScopes),
  route: z.enum(approvalRoutes),
  presence: z.enum(presences),
  by: z.string().nullable(),
  at: moment,
});

export const approvalSchema: z.ZodType<Approval> = z.object({
  id: z.string(),
  status: z.enum(approvalStatuses),
  call_id: z.string(),
  session_id: z.string().nullable(),
  server: z.string(),
  tool: z.string(),
  title: z.string(),
  class: toolClass,
  effective: z.record(hintName, toolHintSchema),
  rule: z.string(),
  reason: z.string(),
  arguments: callBodySchema.nullable(),
  others: callBodySchema.nullable(),
  sent: sentParamsSchema.nullable(),
  client_name: z.string().nullable(),
  principal: z.string(),
  mode: z.enum(callModes),
  requested_at: moment,
  expires_at: moment,
  is_waiting: z.boolean(),
  routes: z.array(z.enum(approvalRoutes)),
  presence_required: z.boolean(),
  remember_choices: z.array(z.enum(remembering)),
  answer: answer.nullable(),
});

export const approvalListSchema: z.ZodType<ApprovalList> = z.object({
  approvals: z.array(approvalSchema),
  total: count,
  limit: count,
  offset: count,
});

export const approvalRequestSchema: z.ZodType<ApprovalRequest> = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  remember: z.enum(remembering).optional(),
  scope: z.enum(grantScopes).optional(),
  assertion: passkeyAssertionSchema.optional(),
});

export const grantSchema: z.ZodType<Grant> = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  lasts: z.enum(['session', 'always']),
  scope: z.enum(grantScopes),
  rule: z.string(),
  principal: z.string(),
  client: z.string().nullable(),
  session_id: z.string().nullable(),
  says: z.string(),
  route: z.enum(approvalRoutes),
  presence: z.enum(presences),
  by: z.string().nullable(),
  created_at: moment,
  approval_id: z.string(),
  uses: count,
  last_used_at: moment.nullable(),
  void_because: z.string().nullable(),
});

export const grantListSchema: z.ZodType<GrantList> = z.object({ grants: z.array(grantSchema), total: count });
