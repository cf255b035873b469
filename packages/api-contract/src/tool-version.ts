import * as z from 'zod';
import { count, mcpObject, moment } from './shared.ts';

/** One version of a tool's definition. */
export interface ToolVersion {
  readonly id: string;
  /** As its server sent it. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** The fingerprint of its hints: two versions with the same one differ only in their texts. */
  readonly hints: string;
  /** The fingerprint of everything else. */
  readonly prose: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** `GET /api/v1/tools/{server}/{tool}/versions`: newest first. */
export interface ToolVersionList {
  readonly versions: readonly ToolVersion[];
  readonly total: number;
}

const toolVersionSchema = z.object({
  id: z.string(),
  definition: mcpObject,
  hints: z.string(),
  prose: z.string(),
  first_seen: moment,
  last_seen: moment,
});

export const toolVersionListSchema: z.ZodType<ToolVersionList> = z.object({
  versions: z.array(toolVersionSchema),
  total: count,
});
