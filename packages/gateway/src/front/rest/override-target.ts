import { globToRegExp } from '@toolmark/annotations';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';
import { findServer, findTool } from './find.ts';

/** The target of an override: one tool, or all tools that match a pattern. */
export interface OverrideTarget {
  readonly server: string;
  /** The server's own name for the tool, or a pattern. */
  readonly tool: string;
  /** The matching tools at present. */
  readonly tools: readonly CatalogTool[];
  /** Whether future tools may match too. */
  readonly isOpen: boolean;
  /** A hint for a name or pattern without matches, which may be a mistake. */
  readonly note: string | null;
}

type Deps = Pick<RestDeps, 'servers' | 'catalog'>;

/** Resolves a path to a target. The name for clients is accepted too. */
export function overrideTarget(deps: Deps, server: string, name: string): OverrideTarget {
  const found = findTool(deps, server, name);
  const tool = found.kind === 'tool' ? found.tool.definition.name : name;
  const isServer = globToRegExp(server);
  const isTool = globToRegExp(tool);
  const tools = deps
    .catalog()
    .tools.filter((candidate) => isServer.test(candidate.server) && isTool.test(candidate.definition.name));
  return {
    server,
    tool,
    tools,
    isOpen: isPattern(server) || isPattern(tool) || tools.length === 0,
    note: tools.length === 0 ? explainNoMatch(deps, server, tool) : null,
  };
}

const isPattern = (name: string): boolean => name.includes('*');

function explainNoMatch(deps: Deps, server: string, tool: string): string {
  if (isPattern(server)) return 'No tool matches yet. The setting applies as soon as one does.';
  const found = isPattern(tool) ? findServer(deps, server) : findTool(deps, server, tool);
  if (found.kind !== 'none')
    return `No tool of server '${server}' matches yet. The setting applies as soon as one does.`;
  const meant = found.suggestions.length === 0 ? '' : ` Did you mean ${found.suggestions.join(' or ')}?`;
  return `${found.message}${meant} The setting applies as soon as it exists.`;
}
