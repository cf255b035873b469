import * as z from 'zod';
import { count, type ToolClassName, toolClass } from './shared.ts';

/** The tools by which a client in search mode calls others, from harmless to grave. */
export const callVariants = ['call_tool_read', 'call_tool_write', 'call_tool_destructive'] as const;

export type CallVariant = (typeof callVariants)[number];

/** Why a tool that was found cannot be called now. */
export const searchBarriers = ['disabled', 'held', 'denied', 'signed_out', 'away'] as const;

export type SearchBarrier = (typeof searchBarriers)[number];

/** Why a tool that fits the question is not among those that were found. `ceiling`: whoever asks may not call it. */
export const searchFilters = [
  'ceiling',
  'read_only',
  'exclude_destructive',
  'exclude_open_world',
  'idempotent_only',
] as const;

export type SearchFilter = (typeof searchFilters)[number];

/** A tool that fits a question. */
export interface FoundTool {
  /** As clients call it. */
  readonly id: string;
  readonly title: string;
  readonly class: ToolClassName;
  /** What a client in search mode calls it with. */
  readonly call: CallVariant;
  /** What it takes, like the parameters of a function in TypeScript. */
  readonly signature: string;
  /** The signature leaves something out; only where it does. */
  readonly shortened?: true;
  /** What its description says first, on one line. */
  readonly description: string;
  /** Only where it cannot be called now. */
  readonly status?: SearchBarrier;
}

/** What a filter left out of the best matches. */
export interface LeftOut {
  readonly filter: SearchFilter;
  readonly count: number;
  /** How many of them only because nobody declared the hint that the filter asks for. */
  readonly undeclared: number;
  /** The best of them. */
  readonly best: readonly string[];
}

/** `GET /api/v1/search`, and what `retrieve_tools` answers. */
export interface SearchAnswer {
  /** Best first. */
  readonly tools: readonly FoundTool[];
  /** How many have something of the question and pass the filters. */
  readonly total: number;
  /** Of those that would have been shown without filters. */
  readonly left_out: readonly LeftOut[];
  /** What else there is to know, in a sentence each: what cannot be called and why, what to try. */
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
}) as z.ZodType<FoundTool>; // An optional key of zod may be there and undefined.

export const searchAnswerSchema: z.ZodType<SearchAnswer> = z.object({
  tools: z.array(foundToolSchema),
  total: count,
  left_out: z.array(z.object({ filter: z.enum(searchFilters), count, undeclared: count, best: z.array(z.string()) })),
  notes: z.array(z.string()),
});
