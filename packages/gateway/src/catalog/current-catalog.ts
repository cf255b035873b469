import { createPause } from '@toolmark/base';
import type { OfferKind, UpstreamServer } from '@toolmark/upstream';
import type { Catalog, CatalogTool, NamedOffer, ToolFor } from '../model/catalog.ts';
import type { Scope } from '../model/scope.ts';
import type { CatalogBuilder } from './builder.ts';

/** The catalog of now. It is made anew beside the calls, never inside of one. */
export interface CurrentCatalog {
  /** The latest that is complete. */
  readonly get: () => Catalog;
  readonly toolFor: ToolFor;
  /** The list of a server's tools in it; `undefined` for a server that is not. */
  readonly builtFrom: (server: string) => readonly unknown[] | undefined;
  /** What servers offer has changed. Resolves when the catalog has it and whoever wants to know was told. Never rejects. */
  readonly changed: (kinds: readonly OfferKind[]) => Promise<void>;
}

export interface CurrentCatalogDeps {
  readonly builder: () => CatalogBuilder;
  readonly offers: () => readonly NamedOffer[];
  /** Lets everything else have its turn. */
  readonly giveWay: () => Promise<void>;
  /** In milliseconds, from whenever. */
  readonly now: () => number;
  /** Makes a tool as strict as its server has announced it to be, though the catalog does not have that yet. */
  readonly tightened: (tool: CatalogTool) => CatalogTool;
  /** Called when the changes are in the catalog, once for all that came together. */
  readonly announce: (kinds: readonly OfferKind[]) => void;
  readonly onBug: (error: unknown) => void;
}

/**
 * Fifty servers that connect at once change what is offered two hundred times; whatever changes before the next turn becomes one
 * new catalog. A server with twenty thousand tools takes a second to study, so that is done in slices.
 */
export function createCurrentCatalog(deps: CurrentCatalogDeps): CurrentCatalog {
  const { builder, offers, giveWay, now, tightened, announce, onBug } = deps;
  const pending = new Set<OfferKind>();
  let catalog: Catalog | undefined;
  let lists: ReadonlyMap<string, readonly unknown[]> = new Map();
  let latest: Promise<void> = Promise.resolve();
  /** The one that has not looked at the offers yet. */
  let next: Promise<void> | undefined;
  /** Whether servers have announced changes that are not in the catalog. */
  let isBehind = false;

  const build = (by: CatalogBuilder, offered: readonly NamedOffer[]): Catalog => {
    const built = by.build(offered);
    lists = new Map(offered.map(({ server, offer }) => [server, offer.tools]));
    return built;
  };
  const rebuild = async (): Promise<void> => {
    await giveWay();
    next = undefined;
    const kinds = [...pending];
    pending.clear();
    const by = builder();
    const offered = offers();
    await by.study(offered, createPause(now, giveWay));
    catalog = build(by, offered);
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
