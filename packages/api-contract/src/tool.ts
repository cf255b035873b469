import * as z from 'zod';
import { type ToolCuration, toolCurationSchema } from './curation.ts';
import { type DecisionKind, decisionKinds } from './decision.ts';
import { type Override, overrideSchema } from './override.ts';
import {
  count,
  type FindingCounts,
  findingCounts,
  type HintKey,
  hintName,
  mcpObject,
  type ToolClassName,
  toolClass,
} from './shared.ts';
import { type Standing, standingSchema } from './standing.ts';

/** The effective value of one hint, and its source. */
export interface ToolHint {
  readonly value: boolean;
  readonly source: 'override' | 'verified' | 'declared' | 'inferred' | 'default';
  /** The server's declared value; `null` if it declared none. */
  readonly declared: boolean | null;
  readonly reason: string;
}

/** How far a server's declared hints are trusted: after a review, as declared, only if verified, or never. */
export const trusts = ['review', 'declared', 'verified', 'none'] as const;

export type TrustName = (typeof trusts)[number];

/** A tool as a list shows it. */
export interface Tool {
  readonly server: string;
  /** The original name. */
  readonly name: string;
  /** The name that clients see. */
  readonly exposed_name: string;
  /** The title that clients see, like the description: the user's text if there is one. */
  readonly title: string;
  readonly title_source: 'title' | 'annotations.title' | 'name';
  readonly description: string | null;
  /** The server's own texts; `null` if it sent none. */
  readonly original: { readonly title: string | null; readonly description: string | null };
  /** Whether it is enabled, and which texts were changed. */
  readonly curation: ToolCuration;
  readonly class: ToolClassName;
  readonly hints: Readonly<Record<HintKey, ToolHint>>;
  /** The annotations as the server sent them, even if malformed; absent if it sent none. */
  readonly annotations?: unknown;
  /** Where its name or description contradicts its hints; empty for most tools. */
  readonly contradictions: readonly ToolContradiction[];
  /** What was repaired for clients, one sentence each; empty for most tools. */
  readonly repairs: readonly string[];
  readonly finding_counts: FindingCounts;
  /** Whether it matches its pin, and has no other problems. */
  readonly standing: Standing;
  /** The override that applies to it; `null` if there is none. */
  readonly override: Override | null;
  /** The trust of its server. */
  readonly trust: TrustName;
  /**
   * The default decision for its calls, without regard to arguments; a rule about arguments may decide differently.
   */
  readonly policy: ToolPolicy;
}

export interface ToolPolicy {
  readonly decision: DecisionKind;
  readonly rule: string;
}

/** `GET /api/v1/tools`: one page, with the total. */
export interface ToolList {
  readonly tools: readonly Tool[];
  readonly total: number;
}

export interface ToolFinding {
  readonly code: string;
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly fix: string;
}

export interface ToolContradiction {
  readonly hint: HintKey;
  /** The declared value that does not apply. */
  readonly declared: boolean;
  readonly message: string;
}

export interface ToolSuggestion {
  readonly hint: HintKey;
  readonly value: boolean;
  readonly because: string;
}

/** What an AI client does when a model wants to call the tool. */
export interface ToolForecast {
  readonly client: string;
  readonly name: string;
  readonly verdict: 'runs' | 'asks' | 'refuses';
  readonly says: string;
}

/** `GET /api/v1/tools/{server}/{tool}`: all details of one tool. */
export interface ToolDetail extends Tool {
  /** The definition as its server sent it. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly findings: readonly ToolFinding[];
  readonly suggestions: readonly ToolSuggestion[];
  readonly fingerprint: { readonly hints: string; readonly prose: string };
  readonly clients: readonly ToolForecast[];
}

export const toolHintSchema: z.ZodType<ToolHint> = z.object({
  value: z.boolean(),
  source: z.enum(['override', 'verified', 'declared', 'inferred', 'default']),
  declared: z.boolean().nullable(),
  reason: z.string(),
});

const fields = {
  server: z.string(),
  name: z.string(),
  exposed_name: z.string(),
  title: z.string(),
  title_source: z.enum(['title', 'annotations.title', 'name']),
  description: z.string().nullable(),
  original: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  curation: toolCurationSchema,
  class: toolClass,
  hints: z.record(hintName, toolHintSchema),
  annotations: z.unknown().optional(),
  contradictions: z.array(z.object({ hint: hintName, declared: z.boolean(), message: z.string() })),
  repairs: z.array(z.string()),
  finding_counts: findingCounts,
  standing: standingSchema,
  override: overrideSchema.nullable(),
  trust: z.enum(trusts),
  policy: z.object({ decision: z.enum(decisionKinds), rule: z.string() }),
};

export const toolSchema: z.ZodType<Tool> = z.object(fields);

export const toolListSchema: z.ZodType<ToolList> = z.object({ tools: z.array(toolSchema), total: count });

export const toolDetailSchema: z.ZodType<ToolDetail> = z.object({
  ...fields,
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
