import { type Caching, declares, type OfferedList, type OfferKind, type ServerOffer } from '@toolmark/upstream';
import { DEFAULT_LIST_TTL_MS, MAX_LIST_TTL_MS } from './limits.ts';
import type { Freshness } from './pages.ts';

/**
 * How long a combined list may be cached: the shortest time of all servers. A server without a value may change at any
 * time, and a missing one will appear; both count as {@link DEFAULT_LIST_TTL_MS}. The cache is public only if every
 * server allows it.
 *
 * @example
 * combineCaching([{ ttlMs: 60_000, cacheScope: 'public' }]) // { ttlMs: 60_000, cacheScope: 'public' }
 */
export function combineCaching(offers: readonly Caching[]): Freshness {
  const isEmpty = offers.length === 0;
  const ttls = offers.map(({ ttlMs }) => (ttlMs === undefined || Number.isNaN(ttlMs) ? DEFAULT_LIST_TTL_MS : ttlMs));
  const shortest = isEmpty ? DEFAULT_LIST_TTL_MS : ttls.reduce((a, b) => Math.min(a, b));
  return {
    ttlMs: Math.max(0, Math.floor(Math.min(shortest, MAX_LIST_TTL_MS))),
    cacheScope: !isEmpty && offers.every(({ cacheScope }) => cacheScope === 'public') ? 'public' : 'private',
  };
}

/**
 * The caching values of the servers for one list. A connected server without this kind of list is ignored.
 */
export function cachingValues(offers: readonly ServerOffer[], list: OfferedList): readonly Caching[] {
  const kind: OfferKind = list === 'resourceTemplates' ? 'resources' : list;
  const lacksList = ({ capabilities }: ServerOffer): boolean =>
    Object.keys(capabilities).length > 0 && !declares(capabilities, kind);
  return offers.filter((offer) => !lacksList(offer)).map(({ caching }) => caching[list]);
}
