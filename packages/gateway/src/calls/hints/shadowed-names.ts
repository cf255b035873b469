import { checkShadowing } from '@toolmark/annotations';
import type { CatalogTool } from '../../model/catalog.ts';
import { type CheckFinding, toSentence } from './check-finding.ts';
import { proseTextOf } from './prose-text.ts';

/** Findings of the check that compares the names and texts of all tools. Computed once for each catalog, on first use. */
export function createShadowedNames(
  tools: () => readonly CatalogTool[],
): (tool: CatalogTool) => readonly CheckFinding[] {
  let latest: { readonly of: readonly CatalogTool[]; readonly found: ReadonlyMap<string, CheckFinding[]> } | undefined;
  return ({ server, definition }) => {
    const now = tools();
    if (latest?.of !== now) latest = { of: now, found: compare(now) };
    return latest.found.size === 0 ? [] : (latest.found.get(keyOf(server, definition.name)) ?? []);
  };
}

function compare(tools: readonly CatalogTool[]): ReadonlyMap<string, CheckFinding[]> {
  const found = new Map<string, CheckFinding[]>();
  const named = tools.map(({ server, definition }) => ({
    server,
    name: definition.name,
    description: proseTextOf(definition),
  }));
  for (const { kind, server, tool, message } of checkShadowing(named)) {
    const key = keyOf(server, tool);
    found.set(key, [...(found.get(key) ?? []), { kind, message: toSentence(message) }]);
  }
  return found;
}

const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);
