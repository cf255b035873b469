import { createPause } from '@toolmark/base';
import type { OfferKind, UpstreamServer } from '@toolmark/upstream';
import type { Catalog, CatalogTool, NamedOffer, ToolFor } from '../model/catalog.ts';
import type { Scope } from '../model/scope.ts';
import type { CatalogBuilder } from './builder.ts';

/** The current catalog, rebuilt in the background, never during a call. */
export interface CurrentCatalog {
  /** The latest complete catalog. */
  readonly get: () => Catalog;
  readonly toolFor: ToolFor;
  /** The list of a server's tools in the catalog; `undefined` for an unknown server. */
  readonly builtFrom: (server: string) => readonly unknown[] | undefined;
  /**
   * Servers changed their offers. Resolves when the catalog contains the change and listeners were notified. Never
   * rejects.
   */
  readonly changed: (kinds: readonly OfferKind[]) => Promise<void>;
}

export interface CurrentCatalogDeps {
  readonly builder: () => CatalogBuilder;
  readonly offers: () => readonly NamedOffer[];
  /** Yields to other work. */
  readonly yieldTurn: () => Promise<void>;
  /** A monotonic time in milliseconds. */
  readonly now: () => number;
  /** Applies announced tightening to a tool that the catalog does not have yet. */
  readonly tightened: (tool: CatalogTool) => CatalogTool;
  /** Called when changes are in the catalog, once per rebuild. */
  readonly announce: (kinds: readonly OfferKind[]) => void;
  readonly onBug: (error: unknown) => void;
}

/**
 * Fifty servers that connect at once cause two hundred changes; all changes before the next turn are combined into one
 * rebuild. Studying a server with twenty thousand tools takes a second, so it is done in slices.
 */
export function createCurrentCatalog(deps: CurrentCatalogDeps): CurrentCatalog {
  const { builder, offers, yieldTurn, now, tightened, announce, onBug } = deps;
  const pending = new Set<OfferKind>();
  let catalog: Catalog | undefined;
  let lists: ReadonlyMap<string, readonly unknown[]> = new Map();
  let latest: Promise<void> = Promise.resolve();
  /** The rebuild that has not read the offers yet. */
  let next: Promise<void> | undefined;
  /** Whether announced changes are missing in the catalog. */
  let isBehind = false;

  const build = (catalogBuilder: CatalogBuilder, offered: readonly NamedOffer[]): Catalog => {
    const built = catalogBuilder.build(offered);
    lists = new Map(offered.map(({ server, offer }) => [server, offer.tools]));
    return built;
  };
  const rebuild = async (): Promise<void> => {
    await yieldTurn();
    next = undefined;
    const kinds = [...pending];
    pending.clear();
    const catalogBuilder = builder();
    const offered = offers();
    await catalogBuilder.study(offered, createPause(now, yieldTurn));
    catalog = build(catalogBuilder, offered);
    isBehind = next !== undefined;
    announce(kinds);
  };

  const get = (): Catalog => {
    catalog ??= build(builder(), offers());
    return catalog;
  };
  return {
    get,
    toolFor: (name, caller) => {
      const tool = catalogFor(get(), caller).toolsByName.get(name);
      return tool === undefined || !isBehind ? tool : tightened(tool);
    },
    builtFrom: (server) => lists.get(server),
    changed: (kinds) => {
      isBehind = true;
      for (const kind of kinds) pending.add(kind);
      if (next === undefined) {
        next = latest.then(rebuild).catch(onBug);
        latest = next;
      }
      return next;
    },
  };
}

/** The part of the catalog in a caller's scope. */
export const catalogFor = <Part extends Pick<Catalog, 'within'>>(
  catalog: Part,
  { scope }: { readonly scope?: Scope | undefined },
): Part | Catalog => (scope === undefined ? catalog : catalog.within(scope));

/** The servers in a caller's scope. */
export const serversFor = (
  servers: readonly UpstreamServer[],
  { scope }: { readonly scope?: Scope | undefined },
): readonly UpstreamServer[] => (scope === undefined ? servers : servers.filter(({ name }) => scope.hasServer(name)));
