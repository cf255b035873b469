import * as z from 'zod';
import { toolCurationSchema } from './curation.ts';
import { decisionKinds } from './decision.ts';
import { overrideSchema } from './override.ts';
import type { Shape } from './shape.ts';
import { count, findingCounts, hintName, mcpObject, toolClass } from './shared.ts';
import { standingSchema } from './standing.ts';

/** How far a server's declared hints are trusted: after a review, as declared, only if verified, or never. */
export const trusts = ['review', 'declared', 'verified', 'none'] as const;

export type TrustName = (typeof trusts)[number];

export const toolHintSchema = z.object({
  value: z.boolean(),
  source: z.enum(['override', 'verified', 'declared', 'inferred', 'default']),
  /** The server's declared value; `null` if it declared none. */
  declared: z.boolean().nullable(),
  reason: z.string(),
});

/** The effective value of one hint, and its source. */
export type ToolHint = Shape<typeof toolHintSchema>;

const fields = {
  server: z.string(),
  /** The original name. */
  name: z.string(),
  /** The name that clients see. */
  exposed_name: z.string(),
  /** The title that clients see, like the description: the user's text if there is one. */
  title: z.string(),
  title_source: z.enum(['title', 'annotations.title', 'name']),
  description: z.string().nullable(),
  /** The server's own texts; `null` if it sent none. */
  original: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  /** Whether it is enabled, and which texts were changed. */
  curation: toolCurationSchema,
  class: toolClass,
  hints: z.record(hintName, toolHintSchema),
  /** The annotations as the server sent them, even if malformed; absent if it sent none. */
  annotations: z.unknown().optional(),
  /** Where its name or description contradicts its hints; empty for most tools. */
  contradictions: z.array(
    z.object({
      hint: hintName,
      /** The declared value that does not apply. */
      declared: z.boolean(),
      message: z.string(),
    }),
  ),
  /** What was repaired for clients, one sentence each; empty for most tools. */
  repairs: z.array(z.string()),
  finding_counts: findingCounts,
  /** Whether it matches its pin, and has no other problems. */
  standing: standingSchema,
  /** The override that applies to it; `null` if there is none. */
  override: overrideSchema.nullable(),
  /** The trust of its server. */
  trust: z.enum(trusts),
  /**
   * The default decision for its calls, without regard to arguments; a rule about arguments may decide differently.
   */
  policy: z.object({ decision: z.enum(decisionKinds), rule: z.string() }),
};

export const toolSchema = z.object(fields);

/** A tool as a list shows it. */
export type Tool = Shape<typeof toolSchema>;

export type ToolContradiction = Tool['contradictions'][number];

export type ToolPolicy = Tool['policy'];

export const toolListSchema = z.object({ tools: z.array(toolSchema), total: count });

/** `GET /api/v1/tools`: one page, with the total. */
export type ToolList = Shape<typeof toolListSchema>;

export const toolDetailSchema = z.object({
  ...fields,
  /** The definition as its server sent it. */
  definition: mcpObject,
  findings: z.array(
    z.object({
      code: z.string(),
      rule: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
      message: z.string(),
      fix: z.string(),
    }),
  ),
  suggestions: z.array(z.object({ hint: hintName, value: z.boolean(), because: z.string() })),
  fingerprint: z.object({ hints: z.string(), prose: z.string() }),
  clients: z.array(
    z.object({
      client: z.string(),
      name: z.string(),
      verdict: z.enum(['runs', 'asks', 'refuses']),
      says: z.string(),
    }),
  ),
});

/** `GET /api/v1/tools/{server}/{tool}`: all details of one tool. */
export type ToolDetail = Shape<typeof toolDetailSchema>;

export type ToolFinding = ToolDetail['findings'][number];

export type ToolSuggestion = ToolDetail['suggestions'][number];

/** What an AI client does when a model wants to call the tool. */
export type ToolForecast = ToolDetail['clients'][number];
