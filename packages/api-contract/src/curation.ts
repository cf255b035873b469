import * as z from 'zod';
import { count } from './shared.ts';

/** A user's changes to how clients see one or several tools. `null` means the server's original. */
export interface Curation {
  /** A glob. */
  readonly server: string;
  /** A glob of original tool names. */
  readonly tool: string;
  readonly enabled: boolean | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly description: string | null;
}

/** `GET /api/v1/curations`: all of them, in the order of the config. */
export interface CurationList {
  readonly curations: readonly Curation[];
  readonly total: number;
}

/**
 * `PUT /api/v1/tools/{server}/{tool}/curation`: for `enabled` both names may be globs. Omitted fields stay unchanged;
 * `null` restores the original.
 */
export interface CurationRequest {
  readonly enabled?: boolean | null | undefined;
  readonly name?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** How clients see a tool, apart from its definition. */
export interface ToolCuration {
  /** `false`: clients neither see nor can call it; the owner can still find it. */
  readonly enabled: boolean;
  /** Replaces the server's own text; `null` if nothing does. */
  readonly name: string | null;
  readonly title: string | null;
  readonly description: string | null;
}

const curationFields = {
  name: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
};

export const curationSchema: z.ZodType<Curation> = z.object({
  server: z.string(),
  tool: z.string(),
  enabled: z.boolean().nullable(),
  ...curationFields,
});

export const curationListSchema: z.ZodType<CurationList> = z.object({
  curations: z.array(curationSchema),
  total: count,
});

export const toolCurationSchema: z.ZodType<ToolCuration> = z.object({ enabled: z.boolean(), ...curationFields });

export const curationRequestSchema: z.ZodType<CurationRequest> = z.strictObject({
  enabled: z.boolean().nullable().optional(),
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ or -, at most 64 of them')
    .nullable()
    .optional(),
  title: z.string().min(1).max(200).nullable().optional(),
  description: z.string().min(1).max(20_000).nullable().optional(),
});
