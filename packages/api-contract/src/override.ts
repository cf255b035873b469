import * as z from 'zod';
import { count, type HintKey, hintName } from './shared.ts';

/** Hints that a person set for one tool, or for all that match. */
export interface Override {
  /** A name, or a pattern in which `*` matches anything. */
  readonly server: string;
  /** The original name, or a pattern. */
  readonly tool: string;
  /** Only the overridden hints. */
  readonly hints: Readonly<Partial<Record<HintKey, boolean>>>;
  readonly reason: string | null;
  readonly author: string | null;
  /** ISO 8601 as written; in a file it may have any offset. */
  readonly at: string | null;
  /**
   * `config`: defined in `toolmark.json`, and changed there. `set`: through the page, the command line or this API.
   */
  readonly origin: 'config' | 'set';
}

/** `GET /api/v1/overrides`: those of the config first. */
export interface OverrideList {
  readonly overrides: readonly Override[];
  readonly total: number;
}

/**
 * `GET /api/v1/overrides?format=config` returns a list of these: exactly what `overrides` of a `toolmark.json`
 * contains.
 */
export interface OverrideEntry {
  readonly server: string;
  readonly tool: string;
  readonly hints: Readonly<Partial<Record<HintKey, boolean>>>;
  readonly reason?: string | undefined;
  readonly author?: string | undefined;
  readonly at?: string | undefined;
}

/** `PUT /api/v1/tools/{server}/{tool}/override`. Hints that are `null` or omitted are not overridden. */
export interface OverrideRequest {
  readonly hints: Readonly<Partial<Record<HintKey, boolean | null>>>;
  readonly reason?: string | undefined;
}

/** `POST /api/v1/tools/{server}/{tool}/accept`. */
export interface AcceptRequest {
  /** The fingerprint that was shown; refused if the tool has changed since. */
  readonly fingerprint: { readonly hints: string; readonly prose: string };
  readonly reason?: string | undefined;
}

const written = z.iso.datetime({ offset: true });

const fingerprint = z.strictObject({ hints: z.string(), prose: z.string() });

export const overrideSchema: z.ZodType<Override> = z.object({
  server: z.string(),
  tool: z.string(),
  hints: z.partialRecord(hintName, z.boolean()),
  reason: z.string().nullable(),
  author: z.string().nullable(),
  at: written.nullable(),
  origin: z.enum(['config', 'set']),
});

const overrideEntrySchema: z.ZodType<OverrideEntry> = z.object({
  server: z.string(),
  tool: z.string(),
  hints: z.partialRecord(hintName, z.boolean()),
  reason: z.string().optional(),
  author: z.string().optional(),
  at: written.optional(),
});

export const overrideEntriesSchema: z.ZodType<readonly OverrideEntry[]> = z.array(overrideEntrySchema);

export const overrideListSchema: z.ZodType<OverrideList> = z.object({
  overrides: z.array(overrideSchema),
  total: count,
});

/** The answer of `GET /api/v1/overrides`, by its format. */
export const overridesSchema: z.ZodType<OverrideList | readonly OverrideEntry[]> = z.union([
  overrideListSchema,
  overrideEntriesSchema,
]);

export const overrideRequestSchema: z.ZodType<OverrideRequest> = z.strictObject({
  hints: z.partialRecord(hintName, z.boolean().nullable()),
  reason: z.string().max(500).optional(),
});

export const acceptRequestSchema: z.ZodType<AcceptRequest> = z.strictObject({
  fingerprint,
  reason: z.string().max(500).optional(),
});
