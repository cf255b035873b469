import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, toolClass } from './shared.ts';

const start = {
  /** The name in its addresses. */
  name: z.string(),
  description: z.string().nullable(),
  /** Globs. */
  servers: z.array(z.string()),
  /** Globs of original tool names, or `server/tool`. */
  tools: z.array(z.string()),
  /** The same; matching tools are excluded. */
  exclude: z.array(z.string()),
  /** By effective class. */
  classes: z.array(toolClass),
  addresses: z.object({
    /** The address with a tool list. */
    direct: z.string(),
    /** The address with search. */
    search: z.string(),
  }),
  counts: z.object({ servers: count, tools: count, read: count, additive: count, destructive: count }),
  /** Likely mistakes, one sentence each, such as a pattern that matches nothing. */
  problems: z.array(z.string()),
  /** Valid tokens that are limited to it. */
  tokens: z.array(z.string()),
};

export const profileSchema = z.object(start);

/** A named subset of the tools, with its current size. */
export type Profile = Shape<typeof profileSchema>;

export type ProfileAddresses = Profile['addresses'];

/** Of its current contents. */
export type ProfileCounts = Profile['counts'];

export const profileDetailSchema = z.object({
  ...start,
  members: z.array(
    z.object({
      server: z.string(),
      /** The original name. */
      tool: z.string(),
      class: toolClass,
    }),
  ),
});

/** A profile with its tools: `GET /api/v1/profiles/{name}`. */
export type ProfileDetail = Shape<typeof profileDetailSchema>;

export type ProfileMember = ProfileDetail['members'][number];

export const profileListSchema = z.object({ profiles: z.array(profileSchema), total: count });

/** `GET /api/v1/profiles`. */
export type ProfileList = Shape<typeof profileListSchema>;

const globs = z.array(z.string().min(1).max(512)).max(1_000);

export const profileRequestSchema = z.strictObject({
  description: z.string().max(500).optional(),
  servers: globs.min(1).optional(),
  tools: globs.min(1).optional(),
  exclude: globs.optional(),
  classes: z.array(toolClass).min(1).max(3).optional(),
  /** Only returns the result. */
  dry_run: z.boolean().optional(),
});

/** `PUT /api/v1/profiles/{name}`. An omitted field means all. */
export type ProfileRequest = Shape<typeof profileRequestSchema>;
