import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, hintName } from './shared.ts';

const written = z.iso.datetime({ offset: true });

const fingerprint = z.strictObject({ hints: z.string(), prose: z.string() });

export const overrideSchema = z.object({
  /** A name, or a pattern in which `*` matches anything. */
  server: z.string(),
  /** The original name, or a pattern. */
  tool: z.string(),
  /** Only the overridden hints. */
  hints: z.partialRecord(hintName, z.boolean()),
  reason: z.string().nullable(),
  author: z.string().nullable(),
  /** ISO 8601 as written; in a file it may have any offset. */
  at: written.nullable(),
  /**
   * `config`: defined in `toolmark.json`, and changed there. `set`: through the page, the command line or this API.
   */
  origin: z.enum(['config', 'set']),
});

/** Hints that a person set for one tool, or for all that match. */
export type Override = Shape<typeof overrideSchema>;

const overrideEntrySchema = z.object({
  server: z.string(),
  tool: z.string(),
  hints: z.partialRecord(hintName, z.boolean()),
  reason: z.string().optional(),
  author: z.string().optional(),
  at: written.optional(),
});

/**
 * `GET /api/v1/overrides?format=config` returns a list of these: exactly what `overrides` of a `toolmark.json`
 * contains.
 */
export type OverrideEntry = Shape<typeof overrideEntrySchema>;

export const overrideEntriesSchema: z.ZodType<readonly OverrideEntry[]> = z.array(overrideEntrySchema);

export const overrideListSchema = z.object({
  overrides: z.array(overrideSchema),
  total: count,
});

/** `GET /api/v1/overrides`: those of the config first. */
export type OverrideList = Shape<typeof overrideListSchema>;

/** The answer of `GET /api/v1/overrides`, by its format. */
export const overridesSchema: z.ZodType<OverrideList | readonly OverrideEntry[]> = z.union([
  overrideListSchema,
  overrideEntriesSchema,
]);

export const overrideRequestSchema = z.strictObject({
  hints: z.partialRecord(hintName, z.boolean().nullable()),
  reason: z.string().max(500).optional(),
});

/** `PUT /api/v1/tools/{server}/{tool}/override`. Hints that are `null` or omitted are not overridden. */
export type OverrideRequest = Shape<typeof overrideRequestSchema>;

export const acceptRequestSchema = z.strictObject({
  /** The fingerprint that was shown; refused if the tool has changed since. */
  fingerprint,
  reason: z.string().max(500).optional(),
});

/** `POST /api/v1/tools/{server}/{tool}/accept`. */
export type AcceptRequest = Shape<typeof acceptRequestSchema>;
