import * as z from 'zod';
import { count, moment } from './shared.ts';

/** How often one tool was called. */
export interface ToolUsage {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  readonly total_tokens: number;
  /** The hour or day in which it was called last in that time: what is remembered of totals is no finer. */
  readonly last_call: string;
}

/** `GET /api/v1/tools/usage`: the tools that were called in a time; every other one was not. */
export interface UsageReport {
  /** What was counted, in whole hours. */
  readonly from: string;
  readonly to: string;
  readonly usage: readonly ToolUsage[];
}

export const usageReportSchema: z.ZodType<UsageReport> = z.object({
  from: moment,
  to: moment,
  usage: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      calls: count,
      errors: count,
      total_tokens: count,
      last_call: moment,
    }),
  ),
});
