import type { RestDeps } from './deps.ts';
import { findTool } from './find.ts';

/** The target of a curation: one tool, or all tools that match a pattern. */
export interface CurationTarget {
  readonly kind: 'target';
  readonly server: string;
  readonly tool: string;
  readonly isPattern: boolean;
}

type TargetLookup = CurationTarget | Extract<ReturnType<typeof findTool>, { readonly kind: 'none' }>;
type Deps = Pick<RestDeps, 'servers' | 'catalog'>;

/** Resolves a path to a target. The name for clients is accepted too. */
export function curationTarget(deps: Deps, server: string, tool: string): TargetLookup {
  if (server.includes('*') || tool.includes('*')) return { kind: 'target', server, tool, isPattern: true };
  const found = findTool(deps, server, tool);
  return found.kind === 'none' ? found : { kind: 'target', server, tool: found.tool.definition.name, isPattern: false };
}

/** The reason why a tool cannot get a name: another tool of its server has it, as its own or as a new one. */
export function nameProblem(
  deps: Pick<RestDeps, 'catalog'>,
  { server, tool }: CurationTarget,
  name: string | null | undefined,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  const others = deps.catalog().tools.filter((each) => each.server === server && each.definition.name !== tool);
  const holder = others.find(({ definition, curation }) => definition.name === name || curation.name === name);
  return holder === undefined
    ? undefined
    : `Another tool of server '${server}' has the name '${name}': ${holder.definition.name}. Use another name.`;
}
