import * as z from 'zod';
import { count, moment, type ToolClassName, toolClass } from './shared.ts';
import { type CallStatusName, callStatuses } from './tool-call.ts';

/** Totals of calls. */
export interface CallTotals {
  readonly calls: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
}

/** A time slice. */
export interface StatsBucket extends CallTotals {
  readonly from: string;
  readonly by_class: Readonly<Record<ToolClassName, number>>;
}

export interface ToolStats extends CallTotals {
  readonly server: string | null;
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClassName | null;
  /** Of finished calls. */
  readonly average_ms: number | null;
}

/** `GET /api/v1/stats`: totals of a period, for the dashboard. */
export interface Stats extends CallTotals {
  /** The counted period: the requested one, extended to whole hours. */
  readonly from: string;
  readonly to: string;
  readonly by_class: Readonly<Record<ToolClassName, number>>;
  readonly by_status: Readonly<Record<CallStatusName, number>>;
  readonly active_sessions: number;
  readonly sessions: number;
  /** In order and without gaps, all of equal length: each ends where the next starts, the last at `to`. */
  readonly timeline: readonly StatsBucket[];
  /** Most calls first. */
  readonly busiest_tools: readonly ToolStats[];
  /** Most failures first; only tools that failed. */
  readonly failing_tools: readonly ToolStats[];
}

const totals = { calls: count, errors: count, input_tokens: count, output_tokens: count, total_tokens: count };

const toolStats = z.object({
  ...totals,
  server: z.string().nullable(),
  tool: z.string(),
  title: z.string(),
  class: toolClass.nullable(),
  average_ms: z.number().min(0).nullable(),
});

export const statsSchema: z.ZodType<Stats> = z.object({
  ...totals,
  from: moment,
  to: moment,
  by_class: z.record(toolClass, count),
  by_status: z.record(z.enum(callStatuses), count),
  active_sessions: count,
  sessions: count,
  timeline: z.array(z.object({ ...totals, from: moment, by_class: z.record(toolClass, count) })),
  busiest_tools: z.array(toolStats),
  failing_tools: z.array(toolStats),
});
