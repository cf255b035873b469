import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, hintName, moment, toolClass } from './shared.ts';
import { trusts } from './tool.ts';

/** More tools than a server may offer. */
const MAX_REVIEWED_TOOLS = 20_000;

const summary = {
  server: z.string(),
  trust: z.enum(trusts),
  /** Tools with claims that nobody has accepted yet, including suspicious ones. */
  waiting: count,
  suspicious: count,
  /** Tools with accepted claims. */
  accepted: count,
};

const fingerprint = z.strictObject({ hints: z.string(), prose: z.string() });
const claims = z.array(hintName);

const reviewToolSchema = z.object({
  /** The original name. */
  tool: z.string(),
  /** The name that clients see. */
  exposed_name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** The hints that its server claims and that would relax it. */
  claims,
  /** Its class once the claims are accepted. */
  class: toolClass,
  /** Why it needs a separate look, one sentence each; empty for a tool that is not suspicious. */
  reasons: z.array(z.string()),
  /** The version that was shown; sent back when accepting it. */
  fingerprint,
  /** Who accepted its claims, and when; `null` if nobody did. */
  reviewed: z.object({ at: moment, author: z.string().nullable(), claims }).nullable(),
});

/** A tool in a review. */
export type ReviewTool = Shape<typeof reviewToolSchema>;

export const reviewListSchema = z.object({ reviews: z.array(z.object(summary)), total: count });

/** `GET /api/v1/reviews`: servers with `trust: review`, those with unreviewed tools first. */
export type ReviewList = Shape<typeof reviewListSchema>;

/** The number of reviews on one server. */
export type ReviewSummary = ReviewList['reviews'][number];

export const reviewSchema = z.object({
  ...summary,
  /** Suspicious tools, each to be accepted separately. */
  suspicious_tools: z.array(reviewToolSchema),
  /** Other tools, grouped by claims: most claims first. */
  groups: z.array(z.object({ claims, class: toolClass, tools: z.array(reviewToolSchema) })),
  /** Tools with accepted claims, latest first. */
  accepted_tools: z.array(reviewToolSchema),
});

/** `GET /api/v1/servers/{name}/review`: a server's unreviewed and accepted claims. */
export type Review = Shape<typeof reviewSchema>;

/** Tools with the same claims. */
export type ReviewGroup = Review['groups'][number];

export const reviewRequestSchema = z.strictObject({
  tools: z
    .array(z.strictObject({ tool: z.string(), fingerprint }))
    .min(1)
    .max(MAX_REVIEWED_TOOLS),
  reason: z.string().max(500).optional(),
});

/** `POST /api/v1/servers/{name}/review`: accepts the shown claims of these tools, all of them or none. */
export type ReviewRequest = Shape<typeof reviewRequestSchema>;

export const reviewUndoRequestSchema = z.strictObject({
  tools: z.array(z.string()).min(1).max(MAX_REVIEWED_TOOLS),
});

/** `POST /api/v1/servers/{name}/review/undo`: revokes the accepted claims of these tools, all of them or none. */
export type ReviewUndoRequest = Shape<typeof reviewUndoRequestSchema>;
