import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, hintName, moment } from './shared.ts';

const setHints = z.partialRecord(hintName, z.boolean()).nullable();

export const overrideHistorySchema = z.object({
  changes: z.array(
    z.object({
      at: moment,
      action: z.enum(['set', 'remove']),
      server: z.string(),
      tool: z.string(),
      /** The earlier hints; `null` if there were none. */
      before: setHints,
      after: setHints,
      author: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  total: count,
});

/** `GET /api/v1/overrides/history`: newest first. The gateway drops the oldest. */
export type OverrideHistory = Shape<typeof overrideHistorySchema>;

/** One change of an override. */
export type OverrideChange = OverrideHistory['changes'][number];
