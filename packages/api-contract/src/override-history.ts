import * as z from 'zod';
import { count, type HintKey, hintName, moment } from './shared.ts';

/** One change of an override. */
export interface OverrideChange {
  readonly at: string;
  readonly action: 'set' | 'remove';
  readonly server: string;
  readonly tool: string;
  /** The earlier hints; `null` if there were none. */
  readonly before: Readonly<Partial<Record<HintKey, boolean>>> | null;
  readonly after: Readonly<Partial<Record<HintKey, boolean>>> | null;
  readonly author: string | null;
  readonly reason: string | null;
}

/** `GET /api/v1/overrides/history`: newest first. The gateway drops the oldest. */
export interface OverrideHistory {
  readonly changes: readonly OverrideChange[];
  readonly total: number;
}

const setHints = z.partialRecord(hintName, z.boolean()).nullable();

export const overrideHistorySchema: z.ZodType<OverrideHistory> = z.object({
  changes: z.array(
    z.object({
      at: moment,
      action: z.enum(['set', 'remove']),
      server: z.string(),
      tool: z.string(),
      before: setHints,
      after: setHints,
      author: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  total: count,
});
