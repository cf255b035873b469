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

/** How much of what could be declared is declared. */
export interface Coverage {
  readonly tools: number;
  /** Tools that declare all four hints. */
  readonly complete: number;
  /** Declared hints, of `total` that could be. */
  readonly declared: number;
  readonly total: number;
  readonly by_hint: Readonly<Record<HintKey, HintCoverage>>;
  /** How many tools are effectively of each class. */
  readonly by_class: Readonly<Record<ToolClassName, number>>;
  /** Tools whose hints their own words speak against. */
  readonly contradicted: number;
  /** Tools of which something had to be changed for clients. */
  readonly repaired: number;
  readonly finding_counts: FindingCounts;
}

/** What tools say of one hint; together as many as there are tools. `malformed`: a value that is no boolean. */
export interface HintCoverage {
  readonly true: number;
  readonly false: number;
  readonly absent: number;
  readonly malformed: number;
}

export interface ServerCoverage extends Coverage {
  readonly server: string;
}

/** `GET /api/v1/annotations/coverage`: all servers together, then each one. */
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
