import * as z from 'zod';
import { type Override, overrideSchema } from './override.ts';
import { count, type HintKey, hintName, type ToolClassName, toolClass } from './shared.ts';

/** The answer to `PUT` and `DELETE` of an override; with `dry_run=true`, the answer they would give. */
export interface OverrideAnswer {
  /** The new override; `null` if there is none. */
  readonly override: Override | null;
  /** How many current tools the name or pattern matches. */
  readonly matching_tools: number;
  /** A likely mistake, such as a name that matches nothing. */
  readonly note: string | null;
  /** Current tools with changed effective hints, relaxed ones first; only the first of many. */
  readonly effects: readonly OverrideEffect[];
  /** The number of all of them. */
  readonly affected_tools: number;
  /** The number of those that are allowed more than before. */
  readonly relaxed_tools: number;
  /** Hints that are relaxed for tools that do not exist yet: a pattern also applies to later ones. */
  readonly relaxed_later: readonly HintKey[];
  readonly is_dry_run: boolean;
}

/** The effect on one tool, including other overrides that apply to it. */
export interface OverrideEffect {
  readonly server: string;
  readonly tool: string;
  readonly before: ToolMeaning;
  readonly after: ToolMeaning;
  /** Whether clients and the policy allow it more than before. */
  readonly is_relaxed: boolean;
}

/** The effective meaning of a tool, from all sources. */
export interface ToolMeaning {
  readonly class: ToolClassName;
  readonly hints: Readonly<Record<HintKey, boolean>>;
}

const meaning = z.object({ class: toolClass, hints: z.record(hintName, z.boolean()) });

const effect = z.object({
  server: z.string(),
  tool: z.string(),
  before: meaning,
  after: meaning,
  is_relaxed: z.boolean(),
});

export const overrideAnswerSchema: z.ZodType<OverrideAnswer> = z.object({
  override: overrideSchema.nullable(),
  matching_tools: count,
  note: z.string().nullable(),
  effects: z.array(effect),
  affected_tools: count,
  relaxed_tools: count,
  relaxed_later: z.array(hintName),
  is_dry_run: z.boolean(),
});
