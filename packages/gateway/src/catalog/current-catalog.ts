import { createPause } from '@toolmark/base';
import type { OfferKind } from '@toolmark/upstream';
import type { Catalog, NamedOffer } from '../model/catalog.ts';
import type { CatalogBuilder } from './builder.ts';

/** The catalog of now. It is made anew beside the calls, never inside of one. */
export interface CurrentCatalog {
  /** The latest that is complete. */
  readonly get: () => Catalog;
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
  /** Called when the changes are in the catalog, once for all that came together. */
  readonly announce: (kinds: readonly OfferKind[]) => void;
  readonly onBug: (error: unknown) => void;
}

/**
 * Fifty servers that connect at once change what is offered two hundred times; whatever changes before the next turn becomes one
 * new catalog. A server with twenty thousand tools takes a second to study, so that is done in slices.
 */
export function createCurrentCatalog(deps: CurrentCatalogDeps): CurrentCatalog {
  const { builder, offers, giveWay, now, announce, onBug } = deps;
  const pending = new Set<OfferKind>();
  let catalog: Catalog | undefined;
  let lists: ReadonlyMap<string, readonly unknown[]> = new Map();
  let latest: Promise<void> = Promise.resolve();
  /** The one that has not looked at the offers yet. */
  let next: Promise<void> | undefined;

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
    announce(kinds);
  };

  return {
    get: () => {
      catalog ??= build(builder(), offers());
      return catalog;
    },
    builtFrom: (server) => lists.get(server),
    changed: (kinds) => {
      for (const kind of kinds) pending.add(kind);
      if (next === undefined) {
        next = latest.then(rebuild).catch(onBug);
        latest = next;
      }
      return next;
    },
  };
}
