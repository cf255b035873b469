import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, mcpObject, moment } from './shared.ts';

const toolVersionSchema = z.object({
  id: z.string(),
  /** As its server sent it. */
  definition: mcpObject,
  /** The fingerprint of its hints: two versions with the same one differ only in their texts. */
  hints: z.string(),
  /** The fingerprint of everything else. */
  prose: z.string(),
  first_seen: moment,
  last_seen: moment,
});

export const toolVersionListSchema = z.object({
  versions: z.array(toolVersionSchema),
  total: count,
});

/** `GET /api/v1/tools/{server}/{tool}/versions`: newest first. */
export type ToolVersionList = Shape<typeof toolVersionListSchema>;

/** One version of a tool's definition. */
export type ToolVersion = ToolVersionList['versions'][number];
