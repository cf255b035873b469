import * as z from 'zod';
import { count, moment } from './shared.ts';

/** How often one tool was called. */
export interface ToolUsage {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  readonly total_tokens: number;
  /** The hour or day of its last call in the period: totals have no finer resolution. */
  readonly last_call: string;
}

/** `GET /api/v1/tools/usage`: the tools that were called in a period. */
export interface UsageReport {
  /** The counted period, in whole hours. */
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
