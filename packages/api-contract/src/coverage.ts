import * as z from 'zod';
import {
  count,
  type FindingCounts,
  findingCounts,
  type HintKey,
  hintName,
  type ToolClassName,
  toolClass,
} from './shared.ts';

/** How many hints are declared, of those that could be. */
export interface Coverage {
  readonly tools: number;
  /** The number of tools that declare all four hints. */
  readonly complete: number;
  /** The number of declared hints, of `total` possible ones. */
  readonly declared: number;
  readonly total: number;
  readonly by_hint: Readonly<Record<HintKey, HintCoverage>>;
  /** The number of tools per effective class. */
  readonly by_class: Readonly<Record<ToolClassName, number>>;
  /** The number of tools whose name or description contradicts their hints. */
  readonly contradicted: number;
  /** The number of tools whose definition was repaired for clients. */
  readonly repaired: number;
  readonly finding_counts: FindingCounts;
}

/** How tools declare one hint; adds up to the number of tools. `malformed`: the value is not a boolean. */
export interface HintCoverage {
  readonly true: number;
  readonly false: number;
  readonly absent: number;
  readonly malformed: number;
}

export interface ServerCoverage extends Coverage {
  readonly server: string;
}

/** `GET /api/v1/annotations/coverage`: all servers together, then each server. */
export interface CoverageReport extends Coverage {
  readonly servers: readonly ServerCoverage[];
}

const fields = {
  tools: count,
  complete: count,
  declared: count,
  total: count,
  by_hint: z.record(hintName, z.object({ true: count, false: count, absent: count, malformed: count })),
  by_class: z.record(toolClass, count),
  contradicted: count,
  repaired: count,
  finding_counts: findingCounts,
};

export const coverageSchema: z.ZodType<Coverage> = z.object(fields);

export const coverageReportSchema: z.ZodType<CoverageReport> = z.object({
  ...fields,
  servers: z.array(z.object({ server: z.string(), ...fields })),
});
