import * as z from 'zod';
import { overrideSchema } from './override.ts';
import type { Shape } from './shape.ts';
import { count, hintName, toolClass } from './shared.ts';

const meaning = z.object({ class: toolClass, hints: z.record(hintName, z.boolean()) });

const effect = z.object({
  server: z.string(),
  tool: z.string(),
  before: meaning,
  after: meaning,
  /** Whether clients and the policy allow it more than before. */
  is_relaxed: z.boolean(),
});

export const overrideAnswerSchema = z.object({
  /** The new override; `null` if there is none. */
  override: overrideSchema.nullable(),
  /** How many current tools the name or pattern matches. */
  matching_tools: count,
  /** A likely mistake, such as a name that matches nothing. */
  note: z.string().nullable(),
  /** Current tools with changed effective hints, relaxed ones first; only the first of many. */
  effects: z.array(effect),
  /** The number of all of them. */
  affected_tools: count,
  /** The number of those that are allowed more than before. */
  relaxed_tools: count,
  /** Hints that are relaxed for tools that do not exist yet: a pattern also applies to later ones. */
  relaxed_later: z.array(hintName),
  is_dry_run: z.boolean(),
});

/** The answer to `PUT` and `DELETE` of an override; with `dry_run=true`, the answer they would give. */
export type OverrideAnswer = Shape<typeof overrideAnswerSchema>;

/** The effect on one tool, including other overrides that apply to it. */
export type OverrideEffect = OverrideAnswer['effects'][number];

/** The effective meaning of a tool, from all sources. */
export type ToolMeaning = OverrideEffect['before'];
