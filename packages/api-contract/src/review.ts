import * as z from 'zod';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import type { StandingReview } from './standing.ts';
import { type TrustName, trusts } from './tool.ts';

/** The number of reviews on one server. */
export interface ReviewSummary {
  readonly server: string;
  readonly trust: TrustName;
  /** Tools with claims that nobody has accepted yet, including suspicious ones. */
  readonly waiting: number;
  readonly suspicious: number;
  /** Tools with accepted claims. */
  readonly accepted: number;
}

/** `GET /api/v1/reviews`: servers with `trust: review`, those with unreviewed tools first. */
export interface ReviewList {
  readonly reviews: readonly ReviewSummary[];
  readonly total: number;
}

/** A tool in a review. */
export interface ReviewTool {
  /** The original name. */
  readonly tool: string;
  /** The name that clients see. */
  readonly exposed_name: string;
  readonly title: string;
  readonly description: string | null;
  /** The hints that its server claims and that would relax it. */
  readonly claims: readonly HintKey[];
  /** Its class once the claims are accepted. */
  readonly class: ToolClassName;
  /** Why it needs a separate look, one sentence each; empty for a tool that is not suspicious. */
  readonly reasons: readonly string[];
  /** The version that was shown; sent back when accepting it. */
  readonly fingerprint: { readonly hints: string; readonly prose: string };
  /** Who accepted its claims, and when; `null` if nobody did. */
  readonly reviewed: StandingReview | null;
}

/** Tools with the same claims. */
export interface ReviewGroup {
  readonly claims: readonly HintKey[];
  readonly class: ToolClassName;
  readonly tools: readonly ReviewTool[];
}

/** `GET /api/v1/servers/{name}/review`: a server's unreviewed and accepted claims. */
export interface Review extends ReviewSummary {
  /** Suspicious tools, each to be accepted separately. */
  readonly suspicious_tools: readonly ReviewTool[];
  /** Other tools, grouped by claims: most claims first. */
  readonly groups: readonly ReviewGroup[];
  /** Tools with accepted claims, latest first. */
  readonly accepted_tools: readonly ReviewTool[];
}

/** `POST /api/v1/servers/{name}/review`: accepts the shown claims of these tools, all of them or none. */
export interface ReviewRequest {
  readonly tools: readonly {
    readonly tool: string;
    readonly fingerprint: { readonly hints: string; readonly prose: string };
  }[];
  readonly reason?: string | undefined;
}

/** `POST /api/v1/servers/{name}/review/undo`: revokes the accepted claims of these tools, all of them or none. */
export interface ReviewUndoRequest {
  readonly tools: readonly string[];
}

/** More tools than a server may offer. */
const MAX_REVIEWED_TOOLS = 20_000;

const summary = {
  server: z.string(),
  trust: z.enum(trusts),
  waiting: count,
  suspicious: count,
  accepted: count,
};

const fingerprint = z.strictObject({ hints: z.string(), prose: z.string() });
const claims = z.array(hintName);

const reviewToolSchema: z.ZodType<ReviewTool> = z.object({
  tool: z.string(),
  exposed_name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  claims,
  class: toolClass,
  reasons: z.array(z.string()),
  fingerprint,
  reviewed: z.object({ at: moment, author: z.string().nullable(), claims }).nullable(),
});

export const reviewListSchema: z.ZodType<ReviewList> = z.object({ reviews: z.array(z.object(summary)), total: count });

export const reviewSchema: z.ZodType<Review> = z.object({
  ...summary,
  suspicious_tools: z.array(reviewToolSchema),
  groups: z.array(z.object({ claims, class: toolClass, tools: z.array(reviewToolSchema) })),
  accepted_tools: z.array(reviewToolSchema),
});

export const reviewRequestSchema: z.ZodType<ReviewRequest> = z.strictObject({
  tools: z
    .array(z.strictObject({ tool: z.string(), fingerprint }))
    .min(1)
    .max(MAX_REVIEWED_TOOLS),
  reason: z.string().max(500).optional(),
});

export const reviewUndoRequestSchema: z.ZodType<ReviewUndoRequest> = z.strictObject({
  tools: z.array(z.string()).min(1).max(MAX_REVIEWED_TOOLS),
});
