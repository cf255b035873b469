import { type Caching, declares, type OfferedList, type OfferKind, type ServerOffer } from '@toolmark/upstream';
import { DEFAULT_LIST_TTL_MS, MAX_LIST_TTL_MS } from './limits.ts';
import type { Freshness } from './pages.ts';

/**
 * How long a list of several servers may be kept: as long as the most hurried of them allows. A server that does not say may
 * change at any time, and one that is not there yet will; both hold the rest to {@link DEFAULT_LIST_TTL_MS}. Everybody may
 * keep a list only if every server says so.
 *
 * @example
 * freshnessOf([{ ttlMs: 60_000, cacheScope: 'public' }]) // { ttlMs: 60_000, cacheScope: 'public' }
 */
export function freshnessOf(offers: readonly Caching[]): Freshness {
  const silent = offers.length === 0;
  const ttls = offers.map(({ ttlMs }) => (ttlMs === undefined || Number.isNaN(ttlMs) ? DEFAULT_LIST_TTL_MS : ttlMs));
  const shortest = silent ? DEFAULT_LIST_TTL_MS : ttls.reduce((a, b) => Math.min(a, b));
  return {
    ttlMs: Math.max(0, Math.floor(Math.min(shortest, MAX_LIST_TTL_MS))),
    cacheScope: !silent && offers.every(({ cacheScope }) => cacheScope === 'public') ? 'public' : 'private',
  };
}

/**
 * What the servers say of one of their lists. One that was there and has no such thing has no say in it, as it had none in the
 * list.
 */
export function cachingOf(offers: readonly ServerOffer[], list: OfferedList): readonly Caching[] {
  const kind: OfferKind = list === 'resourceTemplates' ? 'resources' : list;
  const isElsewhere = ({ capabilities }: ServerOffer): boolean =>
    Object.keys(capabilities).length > 0 && !declares(capabilities, kind);
  return offers.filter((offer) => !isElsewhere(offer)).map(({ caching }) => caching[list]);
}
