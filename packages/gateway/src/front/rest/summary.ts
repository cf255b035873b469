import type { Coverage } from '@toolmark/api-contract';
import { type Coverage as CatalogCoverage, coverageOf } from '../../catalog/coverage.ts';
import type { Catalog } from '../../model/catalog.ts';

/** The numbers of a catalog: in total, and per server. */
export interface CatalogSummary {
  readonly coverage: Coverage;
  readonly ofServer: (server: string) => ServerSummary;
}

interface ServerSummary {
  readonly prompts: number;
  readonly resources: number;
  readonly templates: number;
  readonly coverage: Coverage;
  readonly problems: readonly string[];
}

/** A catalog never changes, so its numbers are computed once. */
const summaries = new WeakMap<Catalog, CatalogSummary>();

export function catalogSummary(catalog: Catalog): CatalogSummary {
  const known = summaries.get(catalog);
  if (known !== undefined) return known;
  const summary = summarize(catalog);
  summaries.set(catalog, summary);
  return summary;
}

function summarize(catalog: Catalog): CatalogSummary {
  const { servers, ...all } = coverageOf(catalog);
  const coverages = new Map(servers.map(({ server, ...coverage }) => [server, toCoverage(coverage)]));
  const prompts = Map.groupBy(catalog.prompts, serverName);
  const resources = Map.groupBy(catalog.resources, serverName);
  const templates = Map.groupBy(catalog.templates, serverName);
  const problems = Map.groupBy(catalog.problems, serverName);
  return {
    coverage: toCoverage(all),
    ofServer: (server) => ({
      prompts: prompts.get(server)?.length ?? 0,
      resources: resources.get(server)?.length ?? 0,
      templates: templates.get(server)?.length ?? 0,
      coverage: coverages.get(server) ?? NO_COVERAGE,
      problems: problems.get(server)?.map(({ message }) => message) ?? [],
    }),
  };
}

const serverName = ({ server }: { readonly server: string }): string => server;

function toCoverage({ byHint, byClass, findings, ...rest }: CatalogCoverage): Coverage {
  return { ...rest, by_hint: byHint, by_class: byClass, finding_counts: findings };
}

/** For servers that are not in the catalog yet: disabled ones, or just added ones. */
const UNDECLARED = { true: 0, false: 0, absent: 0, malformed: 0 };
const NO_COVERAGE: Coverage = Object.freeze({
  tools: 0,
  complete: 0,
  declared: 0,
  total: 0,
  by_hint: {
    readOnlyHint: UNDECLARED,
    destructiveHint: UNDECLARED,
    idempotentHint: UNDECLARED,
    openWorldHint: UNDECLARED,
  },
  by_class: { read: 0, additive: 0, destructive: 0 },
  contradicted: 0,
  repaired: 0,
  finding_counts: { error: 0, warning: 0, note: 0 },
});
