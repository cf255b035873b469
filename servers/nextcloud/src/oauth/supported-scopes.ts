import type { Module, ModuleName } from '../modules/module.ts';
import { MODULES } from '../modules/modules.ts';

export interface Served {
  /** The default is all. */
  readonly modules?: readonly ModuleName[] | undefined;
  readonly hasSemantic: boolean;
}

/** The modules that are served with OAuth. The installed apps are unknown before the first call of a user. */
export function servedModules({ modules, hasSemantic }: Served): readonly Module[] {
  return MODULES.filter(({ name }) => name !== 'semantic' || hasSemantic).filter(
    ({ name }) => modules?.includes(name) ?? true,
  );
}

/** The scopes that a client may request: those of all tools, and `openid` for the offline-access tools. */
export function supportedScopes(modules: readonly Module[], hasOffline: boolean): readonly string[] {
  const scopes = modules.flatMap(({ tools }) => tools.flatMap((tool) => tool.scopes));
  return [...new Set([...scopes, ...(hasOffline ? ['openid'] : [])])];
}
