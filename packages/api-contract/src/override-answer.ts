import * as z from 'zod';
import { type Override, overrideSchema } from './override.ts';
import { count, type HintKey, hintName, type ToolClassName, toolClass } from './shared.ts';

/** What `PUT` and `DELETE` of an override answer; with `dry_run=true`, what they would. */
export interface OverrideAnswer {
  /** As it is now; `null` where there is none any more. */
  readonly override: Override | null;
  /** How many tools of now the name or pattern matches. */
  readonly matching_tools: number;
  /** What whoever set it may not have meant, such as a name that matches nothing. */
  readonly note: string | null;
  /** Tools of now of which something else counts by it, those that are relaxed first; of many only the first ones. */
  readonly effects: readonly OverrideEffect[];
  /** All of them. */
  readonly affected_tools: number;
  /** Those of them that may do more than before. */
  readonly relaxed_tools: number;
  /** Hints in which tools that are not there yet may do more by it: a pattern is also for those. */
  readonly relaxed_later: readonly HintKey[];
  readonly is_dry_run: boolean;
}

/** What becomes of one tool. Overrides for other names and patterns that are for it too are counted in. */
export interface OverrideEffect {
  readonly server: string;
  readonly tool: string;
  readonly before: ToolMeaning;
  readonly after: ToolMeaning;
  /** Whether clients and the policy let it do more than before. */
  readonly is_relaxed: boolean;
}

/** What counts about a tool, whoever said so. */
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
