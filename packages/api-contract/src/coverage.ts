import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, findingCounts, type HintKey, hintName, toolClass } from './shared.ts';

const fields = {
  tools: count,
  /** The number of tools that declare all four hints. */
  complete: count,
  /** The number of declared hints, of `total` possible ones. */
  declared: count,
  total: count,
  by_hint: z.record(hintName, z.object({ true: count, false: count, absent: count, malformed: count })),
  /** The number of tools per effective class. */
  by_class: z.record(toolClass, count),
  /** The number of tools whose name or description contradicts their hints. */
  contradicted: count,
  /** The number of tools whose definition was repaired for clients. */
  repaired: count,
  finding_counts: findingCounts,
};

export const coverageSchema = z.object(fields);

/** How many hints are declared, of those that could be. */
export type Coverage = Shape<typeof coverageSchema>;

/** How tools declare one hint; adds up to the number of tools. `malformed`: the value is not a boolean. */
export type HintCoverage = Coverage['by_hint'][HintKey];

export const coverageReportSchema = z.object({
  ...fields,
  servers: z.array(z.object({ server: z.string(), ...fields })),
});

/** `GET /api/v1/annotations/coverage`: all servers together, then each server. */
export type CoverageReport = Shape<typeof coverageReportSchema>;

export type ServerCoverage = CoverageReport['servers'][number];
