import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment, toolClass } from './shared.ts';
import { callStatuses } from './tool-call.ts';

/** Totals of calls. */
export interface CallTotals {
  readonly calls: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
}

const totals = { calls: count, errors: count, input_tokens: count, output_tokens: count, total_tokens: count };

const toolStats = z.object({
  ...totals,
  server: z.string().nullable(),
  tool: z.string(),
  title: z.string(),
  class: toolClass.nullable(),
  /** Of finished calls. */
  average_ms: z.number().min(0).nullable(),
});

export const statsSchema = z.object({
  ...totals,
  /** The counted period: the requested one, extended to whole hours. */
  from: moment,
  to: moment,
  by_class: z.record(toolClass, count),
  by_status: z.record(z.enum(callStatuses), count),
  active_sessions: count,
  sessions: count,
  /** In order and without gaps, all of equal length: each ends where the next starts, the last at `to`. */
  timeline: z.array(z.object({ ...totals, from: moment, by_class: z.record(toolClass, count) })),
  /** Most calls first. */
  busiest_tools: z.array(toolStats),
  /** Most failures first; only tools that failed. */
  failing_tools: z.array(toolStats),
});

/** `GET /api/v1/stats`: totals of a period, for the dashboard. */
export type Stats = Shape<typeof statsSchema>;

/** A time slice. */
export type StatsBucket = Stats['timeline'][number];

export type ToolStats = Stats['busiest_tools'][number];
