import { type Finding, isJsonObject, predictClients, type ToolDefinition } from '@toolmark/annotations';
import type { FindingCounts, Tool, ToolDetail } from '@toolmark/api-contract';
import { toHints } from '../../catalog/effective-hints.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';

/** The services with data beyond the definition. */
type ToolKnowledge = Pick<RestDeps, 'standings' | 'overrides' | 'trustOf' | 'policy'>;

/** A tool in a list of the API. */
export function toTool(tool: CatalogTool, deps: ToolKnowledge): Tool {
  const { definition, resolution } = tool;
  return {
    server: tool.server,
    name: definition.name,
    exposed_name: tool.exposed,
    title: resolution.title.value,
    title_source: resolution.title.source,
    description: tool.curation.description ?? ownDescription(definition),
    original: { title: ownTitle(definition), description: ownDescription(definition) },
    curation: tool.curation,
    class: resolution.class,
    hints: toHints(resolution),
    // A missing field and null have different meanings.
    ...('annotations' in definition ? { annotations: definition.annotations } : {}),
    contradictions: resolution.contradictions.map(({ hint, declared, message }) => ({ hint, declared, message })),
    repairs: tool.repairs,
    finding_counts: countFindings(tool.findings),
    standing: deps.standings.view(tool),
    override: deps.overrides.of(tool.server, definition.name) ?? null,
    trust: deps.trustOf(tool.server),
    policy: deps.policy.forTool(tool),
  };
}

/** A tool with all details. */
export async function toToolDetail(tool: CatalogTool, deps: ToolKnowledge): Promise<ToolDetail> {
  const { definition, resolution, findings } = tool;
  return {
    ...toTool(tool, deps),
    definition,
    findings: findings.map(({ code, rule, severity, message, fix }) => ({ code, rule, severity, message, fix })),
    suggestions: resolution.suggestions,
    fingerprint: await tool.fingerprint(),
    clients: predictClients(asClientsSeeIt(tool)),
  };
}

/** Clients read `annotations`, and hints set by a person are sent there. */
function asClientsSeeIt({ definition, override }: CatalogTool): ToolDefinition {
  if (Object.keys(override).length === 0) return definition;
  const { annotations } = definition;
  return { ...definition, annotations: isJsonObject(annotations) ? { ...annotations, ...override } : override };
}

const ownDescription = ({ description }: ToolDefinition): string | null =>
  typeof description === 'string' ? description : null;

/** The server's title, from either field; `null` if there is none. */
function ownTitle({ title, annotations }: ToolDefinition): string | null {
  if (typeof title === 'string') return title;
  const there = isJsonObject(annotations) ? annotations['title'] : undefined;
  return typeof there === 'string' ? there : null;
}

/** Titles and descriptions: the author can improve them, and they change nothing for people who use the tool. */
const FOR_AUTHORS = /^TM[25]/;

function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { code, severity } of findings) if (!FOR_AUTHORS.test(code)) counts[severity]++;
  return counts;
}
