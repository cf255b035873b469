import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count } from './shared.ts';

const curationFields = {
  /** Replaces the server's own text; `null` if nothing does. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
};

export const curationSchema = z.object({
  /** A glob. */
  server: z.string(),
  /** A glob of original tool names. */
  tool: z.string(),
  enabled: z.boolean().nullable(),
  ...curationFields,
});

/** A user's changes to how clients see one or several tools. `null` means the server's original. */
export type Curation = Shape<typeof curationSchema>;

export const curationListSchema = z.object({
  curations: z.array(curationSchema),
  total: count,
});

/** `GET /api/v1/curations`: all of them, in the order of the config. */
export type CurationList = Shape<typeof curationListSchema>;

export const toolCurationSchema = z.object({
  /** `false`: clients neither see nor can call it; the owner can still find it. */
  enabled: z.boolean(),
  ...curationFields,
});

/** How clients see a tool, apart from its definition. */
export type ToolCuration = Shape<typeof toolCurationSchema>;

export const curationRequestSchema = z.strictObject({
  enabled: z.boolean().nullable().optional(),
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ or -, at most 64 of them')
    .nullable()
    .optional(),
  title: z.string().min(1).max(200).nullable().optional(),
  description: z.string().min(1).max(20_000).nullable().optional(),
});

/**
 * `PUT /api/v1/tools/{server}/{tool}/curation`: for `enabled` both names may be globs. Omitted fields stay unchanged;
 * `null` restores the original.
 */
export type CurationRequest = Shape<typeof curationRequestSchema>;
