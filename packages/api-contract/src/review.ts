import * as z from 'zod';
import { count, type HintKey, hintName, moment, type ToolClassName, toolClass } from './shared.ts';
import type { StandingReview } from './standing.ts';
import { type TrustName, trusts } from './tool.ts';

/** What waits for a person on one server. */
export interface ReviewSummary {
  readonly server: string;
  readonly trust: TrustName;
  /** Tools whose claims no person has accepted yet, suspicious ones among them. */
  readonly waiting: number;
  readonly suspicious: number;
  /** Tools whose claims a person has accepted. */
  readonly accepted: number;
}

/** `GET /api/v1/reviews`: servers whose claims are reviewed, those that wait first. */
export interface ReviewList {
  readonly reviews: readonly ReviewSummary[];
  readonly total: number;
}

/** A tool in a review. */
export interface ReviewTool {
  /** As its server calls it. */
  readonly tool: string;
  /** As clients call it. */
  readonly exposed_name: string;
  readonly title: string;
  readonly description: string | null;
  /** What its server claims and would relax it. */
  readonly claims: readonly HintKey[];
  /** What it counts as once its claims are accepted. */
  readonly class: ToolClassName;
  /** Why a person should look at it by itself, in a sentence each; empty for one that looks ordinary. */
  readonly reasons: readonly string[];
  /** What is accepted is what was seen: sent back with an acceptance. */
  readonly fingerprint: { readonly hints: string; readonly prose: string };
  /** Who accepted its claims, and when; `null` where nobody did. */
  readonly reviewed: StandingReview | null;
}

/** Tools that claim the same. */
export interface ReviewGroup {
  readonly claims: readonly HintKey[];
  readonly class: ToolClassName;
  readonly tools: readonly ReviewTool[];
}

/** `GET /api/v1/servers/{name}/review`: what a server claims and nobody has accepted, and what somebody has. */
export interface Review extends ReviewSummary {
  /** Tools that do not look ordinary, each to be accepted by itself. */
  readonly suspicious_tools: readonly ReviewTool[];
  /** Tools that look ordinary, by what they claim: those that claim most first. */
  readonly groups: readonly ReviewGroup[];
  /** Tools whose claims count, the latest first. */
  readonly accepted_tools: readonly ReviewTool[];
}

/** `POST /api/v1/servers/{name}/review`: accepts what was seen of these tools, all of them or none. */
export interface ReviewRequest {
  readonly tools: readonly {
    readonly tool: string;
    readonly fingerprint: { readonly hints: string; readonly prose: string };
  }[];
  readonly reason?: string | undefined;
}

/** `POST /api/v1/servers/{name}/review/undo`: what these tools claim counts no more, all of them or none. */
export interface ReviewUndoRequest {
  readonly tools: readonly string[];
}

/** More than the tools of a server that are offered at all. */
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
