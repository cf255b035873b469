import * as z from 'zod';
import { type PasskeyAssertion, passkeyAssertionSchema } from './passkey-assertion.ts';
import { type SentParams, sentParamsSchema } from './sent-params.ts';
import { type CallMode, callModes } from './session.ts';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import { type ToolHint, toolHintSchema } from './tool.ts';
import { type CallBody, callBodySchema } from './tool-call.ts';

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;

export type ApprovalStatusName = (typeof approvalStatuses)[number];

/** How long an answer holds: for this call, until the session ends, or until somebody revokes it. */
export const remembering = ['once', 'session', 'always'] as const;

export type Remember = (typeof remembering)[number];

/** What an answer that is remembered holds for: every call of the tool, or only those with the same arguments. */
export const grantScopes = ['tool', 'arguments'] as const;

export type GrantScope = (typeof grantScopes)[number];

/** The ways to answer: in the client that called, on the page, on the command line, or by a program with a token for the API. */
export const approvalRoutes = ['client', 'page', 'cli', 'api'] as const;

export type ApprovalRoute = (typeof approvalRoutes)[number];

/** How an answer proves that a person is there: not at all, or by a passkey on the page. */
export const presences = ['none', 'passkey'] as const;

export type Presence = (typeof presences)[number];

/** A call that waits, or waited, for a person, and the answer. */
export interface Approval {
  readonly id: string;
  readonly status: ApprovalStatusName;
  /** The call that asks. */
  readonly call_id: string;
  /** `null` where calls are not recorded. */
  readonly session_id: string | null;
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClassName;
  /** As they counted when it was asked. */
  readonly effective: Readonly<Record<HintKey, ToolHint>>;
  /** Why it was stopped: the rule, and a sentence. */
  readonly rule: string;
  readonly reason: string;
  /** As they are recorded: without secrets, and only the beginning of long ones. */
  readonly arguments: CallBody | null;
  /** What leaves besides the arguments, recorded in the same way: other members of `params`, and headers. */
  readonly others: CallBody | null;
  /** What leaves with the call, exactly: an answer is bound to all of it. `null` where an older version asked. */
  readonly sent: SentParams | null;
  readonly client_name: string | null;
  readonly principal: string;
  readonly mode: CallMode;
  readonly requested_at: string;
  /** Nobody can answer after this. */
  readonly expires_at: string;
  /** Whether the call still waits: if not, approving lets the same call pass when it is made again. */
  readonly is_waiting: boolean;
  /** The ways by which it may be answered. */
  readonly routes: readonly ApprovalRoute[];
  /** Whether it can be approved only on the page, with a passkey. Denying needs none. */
  readonly presence_required: boolean;
  /** How long an approval may hold. `session` is missing where the client's session cannot be told from another one's. */
  readonly remember_choices: readonly Remember[];
  readonly answer: ApprovalAnswer | null;
}

export interface ApprovalAnswer {
  readonly decision: 'approve' | 'deny';
  readonly remember: Remember;
  readonly scope: GrantScope;
  readonly route: ApprovalRoute;
  /** Whether a passkey proved that a person was there. */
  readonly presence: Presence;
  /** Who answered, as far as that is known. */
  readonly by: string | null;
  readonly at: string;
}

/** `GET /api/v1/approvals`: the newest first; those that wait, by their age. */
export interface ApprovalList {
  readonly approvals: readonly Approval[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** `POST /api/v1/approvals/{id}`. Who answers, and by which route, is told by the credential, and by nothing in here. */
export interface ApprovalRequest {
  readonly decision: 'approve' | 'deny';
  /** `once` unless given. A denial is never remembered. */
  readonly remember?: Remember | undefined;
  /** `tool` unless given. */
  readonly scope?: GrantScope | undefined;
  /** Of a passkey, for `POST /api/v1/passkeys/challenge` with this very answer; where the policy asks for one. */
  readonly assertion?: PasskeyAssertion | undefined;
}

/** An approval that holds for more than one call. */
export interface Grant {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly lasts: 'session' | 'always';
  readonly scope: GrantScope;
  /** Only what this rule would stop is let through. */
  readonly rule: string;
  readonly principal: string;
  /** The name of the only client that it holds for; `null` for one that gives none. */
  readonly client: string | null;
  readonly session_id: string | null;
  /** What it lets through, in a sentence for a person. */
  readonly says: string;
  readonly route: ApprovalRoute;
  readonly presence: Presence;
  readonly by: string | null;
  readonly created_at: string;
  readonly approval_id: string;
  readonly uses: number;
  readonly last_used_at: string | null;
  /** Why it lets nothing through any more, in a sentence; `null` where it does. */
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
