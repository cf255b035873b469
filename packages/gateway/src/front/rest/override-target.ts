import { globToRegExp } from '@toolmark/annotations';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';
import { findServer, findTool } from './find.ts';

/** What an override is for: a tool, or all that match. */
export interface OverrideTarget {
  readonly server: string;
  /** As its server calls it, or a pattern. */
  readonly tool: string;
  /** Of now. */
  readonly tools: readonly CatalogTool[];
  /** Whether tools can be meant that are not there yet. */
  readonly isOpen: boolean;
  /** What may not have been meant: a name or pattern that matches nothing. */
  readonly note: string | null;
}

type Deps = Pick<RestDeps, 'servers' | 'catalog'>;

/** Which tools a path means. The name that clients use works too, as everywhere. */
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
    note: tools.length === 0 ? explainNone(deps, server, tool) : null,
  };
}

const isPattern = (name: string): boolean => name.includes('*');

function explainNone(deps: Deps, server: string, tool: string): string {
  if (isPattern(server)) return 'No tool matches yet. The setting applies as soon as one does.';
  const found = isPattern(tool) ? findServer(deps, server) : findTool(deps, server, tool);
  if (found.kind !== 'none')
    return `No tool of server '${server}' matches yet. The setting applies as soon as one does.`;
  const meant = found.suggestions.length === 0 ? '' : ` Did you mean ${found.suggestions.join(' or ')}?`;
  return `${found.message}${meant} The setting applies as soon as it exists.`;
}
