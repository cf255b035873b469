import * as z from 'zod';
import { count, type HintKey, hintName } from './shared.ts';

/** Hints that a person set, for a tool or for all that match. */
export interface Override {
  /** A name, or a pattern in which `*` is anything. */
  readonly server: string;
  /** As its server calls it, or a pattern. */
  readonly tool: string;
  /** Only those that are set; the others are as they would be. */
  readonly hints: Readonly<Partial<Record<HintKey, boolean>>>;
  readonly reason: string | null;
  readonly author: string | null;
  /** ISO 8601, as it was written: of an override in a file, with whatever offset it has there. */
  readonly at: string | null;
  /** `config`: it stands in `toolmark.json` and is changed there. `set`: through the page, the command line or this API. */
  readonly origin: 'config' | 'set';
}

/** `GET /api/v1/overrides`: those of the config first. */
export interface OverrideList {
  readonly overrides: readonly Override[];
  readonly total: number;
}

/** `GET /api/v1/overrides?format=config` is a list of these: exactly what `overrides` of a `toolmark.json` takes. */
export interface OverrideEntry {
  readonly server: string;
  readonly tool: string;
  readonly hints: Readonly<Partial<Record<HintKey, boolean>>>;
  readonly reason?: string | undefined;
  readonly author?: string | undefined;
  readonly at?: string | undefined;
}

/** `PUT /api/v1/tools/{server}/{tool}/override`. What is `null` or left out is as it would be without an override. */
export interface OverrideRequest {
  readonly hints: Readonly<Partial<Record<HintKey, boolean | null>>>;
  readonly reason?: string | undefined;
}

/** `POST /api/v1/tools/{server}/{tool}/accept`. */
export interface AcceptRequest {
  /** The fingerprint that was looked at; refused where the tool is another one by now. */
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

/** What `GET /api/v1/overrides` answers, by its format. */
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
