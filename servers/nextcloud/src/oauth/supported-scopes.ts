import type { Module, ModuleName } from '../modules/module.ts';
import { MODULES } from '../modules/modules.ts';

export interface Served {
  /** The default is all. */
  readonly modules?: readonly ModuleName[] | undefined;
  readonly hasSemantic: boolean;
}

/** The modules that are served with OAuth. Which apps are installed is not known before a user calls. */
export function servedModules({ modules, hasSemantic }: Served): readonly Module[] {
  return MODULES.filter(({ name }) => name !== 'semantic' || hasSemantic).filter(
    ({ name }) => modules?.includes(name) ?? true,
  );
}

/** What a client may ask for: the scopes of all tools, and `openid` for those about access of the server's own. */
export function supportedScopes(modules: readonly Module[], hasOffline: boolean): readonly string[] {
  const scopes = modules.flatMap(({ tools }) => tools.flatMap((tool) => tool.scopes));
  return [...new Set([...scopes, ...(hasOffline ? ['openid'] : [])])];
}
