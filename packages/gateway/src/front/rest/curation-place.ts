import type { RestDeps } from './deps.ts';
import { findTool } from './find.ts';

/** What is curated: a tool by its own name, or all that match. */
export interface CurationPlace {
  readonly kind: 'place';
  readonly server: string;
  readonly tool: string;
  readonly isPattern: boolean;
}

type Found = CurationPlace | Extract<ReturnType<typeof findTool>, { readonly kind: 'none' }>;
type Deps = Pick<RestDeps, 'servers' | 'catalog'>;

/** Which tools a path means; the name that clients use works too, as everywhere. */
export function curationPlace(deps: Deps, server: string, tool: string): Found {
  if (server.includes('*') || tool.includes('*')) return { kind: 'place', server, tool, isPattern: true };
  const found = findTool(deps, server, tool);
  return found.kind === 'none' ? found : { kind: 'place', server, tool: found.tool.definition.name, isPattern: false };
}

/** Why a tool cannot get a name: another tool of its server has it, as its own or as a new one. */
export function nameProblem(
  deps: Pick<RestDeps, 'catalog'>,
  { server, tool }: CurationPlace,
  name: string | null | undefined,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  const others = deps.catalog().tools.filter((each) => each.server === server && each.definition.name !== tool);
  const holder = others.find(({ definition, curation }) => definition.name === name || curation.name === name);
  return holder === undefined
    ? undefined
    : `Another tool of server '${server}' is called '${name}': ${holder.definition.name}. Give this one another name.`;
}
