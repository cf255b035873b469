import * as z from 'zod';
import { count, type ToolClassName, toolClass } from './shared.ts';

/** A named subset of the tools, with its current size. */
export interface Profile {
  /** The name in its addresses. */
  readonly name: string;
  readonly description: string | null;
  /** Globs. */
  readonly servers: readonly string[];
  /** Globs of original tool names, or `server/tool`. */
  readonly tools: readonly string[];
  /** The same; matching tools are excluded. */
  readonly exclude: readonly string[];
  /** By effective class. */
  readonly classes: readonly ToolClassName[];
  readonly addresses: ProfileAddresses;
  readonly counts: ProfileCounts;
  /** Likely mistakes, one sentence each, such as a pattern that matches nothing. */
  readonly problems: readonly string[];
  /** Valid tokens that are limited to it. */
  readonly tokens: readonly string[];
}

export interface ProfileAddresses {
  /** The address with a tool list. */
  readonly direct: string;
  /** The address with search. */
  readonly search: string;
}

/** Of its current contents. */
export interface ProfileCounts {
  readonly servers: number;
  readonly tools: number;
  readonly read: number;
  readonly additive: number;
  readonly destructive: number;
}

/** A profile with its tools: `GET /api/v1/profiles/{name}`. */
export interface ProfileDetail extends Profile {
  readonly members: readonly ProfileMember[];
}

export interface ProfileMember {
  readonly server: string;
  /** The original name. */
  readonly tool: string;
  readonly class: ToolClassName;
}

/** `GET /api/v1/profiles`. */
export interface ProfileList {
  readonly profiles: readonly Profile[];
  readonly total: number;
}

/** `PUT /api/v1/profiles/{name}`. An omitted field means all. */
export interface ProfileRequest {
  readonly description?: string | undefined;
  readonly servers?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly classes?: readonly ToolClassName[] | undefined;
  /** Only returns the result. */
  readonly dry_run?: boolean | undefined;
}

const start = {
  name: z.string(),
  description: z.string().nullable(),
  servers: z.array(z.string()),
  tools: z.array(z.string()),
  exclude: z.array(z.string()),
  classes: z.array(toolClass),
  addresses: z.object({ direct: z.string(), search: z.string() }),
  counts: z.object({ servers: count, tools: count, read: count, additive: count, destructive: count }),
  problems: z.array(z.string()),
  tokens: z.array(z.string()),
};

export const profileSchema: z.ZodType<Profile> = z.object(start);

export const profileDetailSchema: z.ZodType<ProfileDetail> = z.object({
  ...start,
  members: z.array(z.object({ server: z.string(), tool: z.string(), class: toolClass })),
});

export const profileListSchema: z.ZodType<ProfileList> = z.object({ profiles: z.array(profileSchema), total: count });

const globs = z.array(z.string().min(1).max(512)).max(1_000);

export const profileRequestSchema: z.ZodType<ProfileRequest> = z.strictObject({
  description: z.string().max(500).optional(),
  servers: globs.min(1).optional(),
  tools: globs.min(1).optional(),
  exclude: globs.optional(),
  classes: z.array(toolClass).min(1).max(3).optional(),
  dry_run: z.boolean().optional(),
});
