import { type Finding, predictClients } from '@toolmark/annotations';
import type { FindingCounts, Tool, ToolDetail } from '@toolmark/api-contract';
import type { CatalogTool } from '../../catalog/catalog.ts';
import { toHints } from '../../catalog/effective-hints.ts';

/** A tool as a list of the API shows it. */
export function toTool(tool: CatalogTool): Tool {
  const { definition, resolution } = tool;
  return {
    server: tool.server,
    name: definition.name,
    exposed_name: tool.exposed,
    title: resolution.title.value,
    title_source: resolution.title.source,
    description: typeof definition.description === 'string' ? definition.description : null,
    class: resolution.class,
    hints: toHints(resolution),
    // Absent and null are different things to say about a tool.
    ...('annotations' in definition ? { annotations: definition.annotations } : {}),
    contradictions: resolution.contradictions.map(({ hint, declared, message }) => ({ hint, declared, message })),
    repairs: tool.repairs,
    finding_counts: countFindings(tool.findings),
  };
}

/** Everything known of a tool. */
export async function toToolDetail(tool: CatalogTool): Promise<ToolDetail> {
  const { definition, resolution, findings } = tool;
  return {
    ...toTool(tool),
    definition,
    findings: findings.map(({ code, rule, severity, message, fix }) => ({ code, rule, severity, message, fix })),
    suggestions: resolution.suggestions,
    fingerprint: await tool.fingerprint(),
    clients: predictClients(definition),
  };
}

function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
