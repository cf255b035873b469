import * as z from 'zod';

/** The four hints keep the names that MCP gave them. */
const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

export type HintKey = (typeof hintNames)[number];

const toolClasses = ['read', 'additive', 'destructive'] as const;

export type ToolClassName = (typeof toolClasses)[number];

/** The number of findings per severity. */
export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

export const count: z.ZodType<number> = z.int().min(0);

/** A moment as ISO 8601 in UTC. */
export const moment: z.ZodType<string> = z.iso.datetime();

export const hintName: z.ZodType<HintKey> = z.enum(hintNames);

export const toolClass: z.ZodType<ToolClassName> = z.enum(toolClasses);

export const findingCounts: z.ZodType<FindingCounts> = z.object({ error: count, warning: count, note: count });

/** An MCP object as its server sent it. */
export const mcpObject: z.ZodType<Readonly<Record<string, unknown>>> = z.record(z.string(), z.unknown());
