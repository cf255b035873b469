import {
  type DeclaredAnnotations,
  HINT_NAMES,
  type HintName,
  readAnnotations,
  type Severity,
  type ToolClass,
} from '@toolmark/annotations';
import type { Catalog, CatalogTool } from '../model/catalog.ts';

/** The coverage of declared hints, in the terms of an audit. */
export interface Coverage {
  readonly tools: number;
  /** Tools that declare all four hints. */
  readonly complete: number;
  /** The number of declared hints, of `total` possible ones. */
  readonly declared: number;
  readonly total: number;
  readonly byHint: Readonly<Record<HintName, HintCoverage>>;
  /** By effective class. */
  readonly byClass: Readonly<Record<ToolClass, number>>;
  /** Tools whose name or description contradicts a hint. */
  readonly contradicted: number;
  /** Tools whose definition was repaired for clients. */
  readonly repaired: number;
  readonly findings: Readonly<Record<Severity, number>>;
}

/** The declarations of one hint; they add up to the number of tools. */
interface HintCoverage {
  readonly true: number;
  readonly false: number;
  readonly absent: number;
  /** A value that is not a boolean. */
  readonly malformed: number;
}

interface ServerCoverage extends Coverage {
  readonly server: string;
}

export interface CatalogCoverage extends Coverage {
  /** Every server of the catalog in its order, including those without tools. */
  readonly servers: readonly ServerCoverage[];
}

/**
 * Counts the declarations of a catalog. The first call lints every tool.
 *
 * @example
 * coverageOf(catalog).byHint.readOnlyHint // { true: 12, false: 3, absent: 5, malformed: 0 }
 */
export function coverageOf(catalog: Catalog): CatalogCoverage {
  const byServer = Map.groupBy(catalog.tools, ({ server }) => server);
  return {
    ...coverageOfTools(catalog.tools),
    servers: catalog.servers.map((server) => ({ server, ...coverageOfTools(byServer.get(server) ?? []) })),
  };
}

function coverageOfTools(tools: readonly CatalogTool[]): Coverage {
  const nothing = (): Mutable<HintCoverage> => ({ true: 0, false: 0, absent: 0, malformed: 0 });
  const byHint: Record<HintName, Mutable<HintCoverage>> = {
    readOnlyHint: nothing(),
    destructiveHint: nothing(),
    idempotentHint: nothing(),
    openWorldHint: nothing(),
  };
  const byClass = { read: 0, additive: 0, destructive: 0 } satisfies Record<ToolClass, number>;
  const findings = { error: 0, warning: 0, note: 0 } satisfies Record<Severity, number>;
  const counts = { complete: 0, declared: 0, contradicted: 0, repaired: 0 };
  for (const tool of tools) {
    const declaration = readAnnotations(tool.definition);
    for (const hint of HINT_NAMES) byHint[hint][declarationOf(hint, declaration)]++;
    const declared = Object.keys(declaration.hints).length;
    byClass[tool.resolution.class]++;
    counts.declared += declared;
    if (declared === HINT_NAMES.length) counts.complete++;
    if (tool.resolution.contradictions.length > 0) counts.contradicted++;
    if (tool.repairs.length > 0) counts.repaired++;
    for (const { severity } of tool.findings) findings[severity]++;
  }
  return { tools: tools.length, ...counts, total: tools.length * HINT_NAMES.length, byHint, byClass, findings };
}

function declarationOf(hint: HintName, { hints, malformed }: DeclaredAnnotations): keyof HintCoverage {
  if (hints[hint] !== undefined) return hints[hint] ? 'true' : 'false';
  return malformed.some(({ key }) => key === hint || key === 'annotations') ? 'malformed' : 'absent';
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
