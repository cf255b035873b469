import * as z from 'zod';
import { count } from './shared.ts';

/** What a person changed about how one tool, or several, are offered. `null` is as its server has it. */
export interface Curation {
  /** A glob. */
  readonly server: string;
  /** A glob of tools as their servers call them. */
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
 * `PUT /api/v1/tools/{server}/{tool}/curation`: both may be globs for `enabled`. What is left out stays as it was; `null` goes back
 * to what the server has.
 */
export interface CurationRequest {
  readonly enabled?: boolean | null | undefined;
  readonly name?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** How a tool is offered, beside its own definition. */
export interface ToolCuration {
  /** `false`: it is offered to nobody, and can be found and explained. */
  readonly enabled: boolean;
  /** What stands instead of the server's own words; `null` where nothing does. */
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
