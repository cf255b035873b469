import type { UpstreamServer } from '@toolmark/upstream';
import type { Catalog } from '../model/catalog.ts';
import type { Scope } from '../model/scope.ts';

/** As much of the catalog as exists for somebody. */
export const catalogFor = <Part extends Pick<Catalog, 'within'>>(
  catalog: Part,
  { scope }: { readonly scope?: Scope | undefined },
): Part | Catalog => (scope === undefined ? catalog : catalog.within(scope));

/** The servers that exist for somebody. */
export const serversFor = (
  servers: readonly UpstreamServer[],
  { scope }: { readonly scope?: Scope | undefined },
): readonly UpstreamServer[] => (scope === undefined ? servers : servers.filter(({ name }) => scope.hasServer(name)));
