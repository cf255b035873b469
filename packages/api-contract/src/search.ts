import * as z from 'zod';
import { count, type ToolClassName, toolClass } from './shared.ts';

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

/** A tool that matches a query. */
export interface FoundTool {
  /** The name that clients see. */
  readonly id: string;
  readonly title: string;
  readonly class: ToolClassName;
  /** The tool by which a client in search mode calls it. */
  readonly call: CallVariant;
  /** Its parameters, like those of a TypeScript function. */
  readonly signature: string;
  /** Present if the signature was shortened. */
  readonly shortened?: true;
  /** The beginning of its description, on one line. */
  readonly description: string;
  /** Present only if it cannot be called at the moment. */
  readonly status?: SearchBarrier;
}

/** The best matches that a filter left out. */
export interface LeftOut {
  readonly filter: SearchFilter;
  readonly count: number;
  /** How many of them were left out only because the filtered hint is not declared. */
  readonly undeclared: number;
  /** The best of them. */
  readonly best: readonly string[];
}

/** The answer of `GET /api/v1/search` and of `retrieve_tools`. */
export interface SearchAnswer {
  /** Best first. */
  readonly tools: readonly FoundTool[];
  /** The number of tools that match the query and the filters. */
  readonly total: number;
  /** Matches that would be among the results without filters. */
  readonly left_out: readonly LeftOut[];
  /** Remarks, one sentence each: what cannot be called and why, what to try. */
  readonly notes: readonly string[];
}

const foundToolSchema: z.ZodType<FoundTool> = z.object({
  id: z.string(),
  title: z.string(),
  class: toolClass,
  call: z.enum(callVariants),
  signature: z.string(),
  shortened: z.literal(true).optional(),
  description: z.string(),
  status: z.enum(searchBarriers).optional(),
}) as z.ZodType<FoundTool>; // The cast is safe: zod types an optional key as possibly undefined.

export const searchAnswerSchema: z.ZodType<SearchAnswer> = z.object({
  tools: z.array(foundToolSchema),
  total: count,
  left_out: z.array(z.object({ filter: z.enum(searchFilters), count, undeclared: count, best: z.array(z.string()) })),
  notes: z.array(z.string()),
});
