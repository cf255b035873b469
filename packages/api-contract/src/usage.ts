import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, moment } from './shared.ts';

export const usageReportSchema = z.object({
  /** The counted period, in whole hours. */
  from: moment,
  to: moment,
  usage: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      calls: count,
      errors: count,
      total_tokens: count,
      /** The hour or day of its last call in the period: totals have no finer resolution. */
      last_call: moment,
    }),
  ),
});

/** `GET /api/v1/tools/usage`: the tools that were called in a period. */
export type UsageReport = Shape<typeof usageReportSchema>;

/** How often one tool was called. */
export type ToolUsage = UsageReport['usage'][number];
