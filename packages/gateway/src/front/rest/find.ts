import { suggest } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';

/** The name does not exist: a sentence, and similar names. */
interface NotFound {
  readonly kind: 'none';
  readonly message: string;
  readonly suggestions: readonly string[];
}

type FoundServer = { readonly kind: 'server'; readonly server: UpstreamServer } | NotFound;

type FoundTool = { readonly kind: 'tool'; readonly tool: CatalogTool } | NotFound;

export function findServer({ servers }: Pick<RestDeps, 'servers'>, name: string): FoundServer {
  const all = servers();
  const server = all.find((candidate) => candidate.name === name);
  if (server !== undefined) return { kind: 'server', server };
  const suggestions = suggest(
    name,
    all.map((candidate) => candidate.name),
  );
  return { kind: 'none', message: `There is no server '${name}'.`, suggestions };
}

/** Finds a tool by its own name, or by the name for clients, since some own names do not fit into a URL path. */
export function findTool(deps: Pick<RestDeps, 'servers' | 'catalog'>, server: string, name: string): FoundTool {
  const found = findServer(deps, server);
  if (found.kind === 'none') return found;
  const tools = deps.catalog().tools.filter((tool) => tool.server === server);
  const tool =
    tools.find(({ definition }) => definition.name === name) ?? tools.find(({ exposed }) => exposed === name);
  if (tool !== undefined) return { kind: 'tool', tool };
  const message = `Server '${server}' has no tool '${name}'.`;
  return { kind: 'none', message, suggestions: suggest(name, tools.map(ownName)) };
}

const ownName = ({ definition }: CatalogTool): string => definition.name;
