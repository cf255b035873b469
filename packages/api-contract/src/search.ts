import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, toolClass } from './shared.ts';

/** The tools by which a client in search mode calls others, from harmless to destructive. */
export const callVariants = ['call_tool_read', 'call_tool_write', 'call_tool_destructive'] as const;

export type CallVariant = (typeof callVariants)[number];

/** Why a found tool cannot be called at the moment. */
export const searchBarriers = ['disabled', 'held', 'denied', 'signed_out', 'away'] as const;

export type SearchBarrier = (typeof searchBarriers)[number];

/** Why a matching tool is not among the results. `ceiling`: the caller's token does not allow it. */
export const searchFilters = [
  'ceiling',
  'read_only',
  'exclude_destructive',
  'exclude_open_world',
  'idempotent_only',
] as const;

export type SearchFilter = (typeof searchFilters)[number];

const foundToolSchema = z.object({
  /** The name that clients see. */
  id: z.string(),
  title: z.string(),
  class: toolClass,
  /** The tool by which a client in search mode calls it. */
  call: z.enum(callVariants),
  /** Its parameters, like those of a TypeScript function. */
  signature: z.string(),
  /** Present if the signature was shortened. */
  shortened: z.literal(true).exactOptional(),
  /** The beginning of its description, on one line. */
  description: z.string(),
  /** Present only if it cannot be called at the moment. */
  status: z.enum(searchBarriers).exactOptional(),
});

/** A tool that matches a query. */
export type FoundTool = Shape<typeof foundToolSchema>;

export const searchAnswerSchema = z.object({
  /** Best first. */
  tools: z.array(foundToolSchema),
  /** The number of tools that match the query and the filters. */
  total: count,
  /** Matches that would be among the results without filters. */
  left_out: z.array(
    z.object({
      filter: z.enum(searchFilters),
      count,
      /** How many of them were left out only because the filtered hint is not declared. */
      undeclared: count,
      /** The best of them. */
      best: z.array(z.string()),
    }),
  ),
  /** Remarks, one sentence each: what cannot be called and why, what to try. */
  notes: z.array(z.string()),
});

/** The answer of `GET /api/v1/search` and of `retrieve_tools`. */
export type SearchAnswer = Shape<typeof searchAnswerSchema>;

/** The best matches that a filter left out. */
export type LeftOut = SearchAnswer['left_out'][number];
