import type { ServerOffer } from '../upstream/server.ts';
import { DEFAULT_LIST_TTL_MS, MAX_LIST_TTL_MS } from './limits.ts';
import type { Freshness } from './pages.ts';

/**
 * How long a list of several servers may be kept: as long as the most hurried of them allows. A server that does not say may
 * change at any time, and one that is not there yet will; both hold the rest to {@link DEFAULT_LIST_TTL_MS}. Everybody may
 * keep a list only if every server says so.
 *
 * @example
 * freshnessOf([{ ...offer, ttlMs: 60_000, cacheScope: 'public' }]) // { ttlMs: 60_000, cacheScope: 'public' }
 */
export function freshnessOf(offers: readonly Pick<ServerOffer, 'ttlMs' | 'cacheScope'>[]): Freshness {
  const silent = offers.length === 0;
  const ttls = offers.map(({ ttlMs }) => (ttlMs === undefined || Number.isNaN(ttlMs) ? DEFAULT_LIST_TTL_MS : ttlMs));
  const shortest = silent ? DEFAULT_LIST_TTL_MS : ttls.reduce((a, b) => Math.min(a, b));
  return {
    ttlMs: Math.max(0, Math.floor(Math.min(shortest, MAX_LIST_TTL_MS))),
    cacheScope: !silent && offers.every(({ cacheScope }) => cacheScope === 'public') ? 'public' : 'private',
  };
}
