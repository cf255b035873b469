import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { boundedFetch, ISSUER_TIMEOUT_MS } from './bounded-fetch.ts';

/** After a failed read of the keys, requests fail at once for this time. */
const PAUSE_MS = 5_000;

/**
 * The published keys of an issuer. `jose` reads them once for any number of concurrent requests, and at most every 30 seconds for keys
 * that it does not know; after a failure it would ask again with every token.
 */
export function createIssuerKeys(address: string, now: () => Date): JWTVerifyGetKey {
  let pausedUntil = 0;
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: ISSUER_TIMEOUT_MS,
    [customFetch]: async (url, init) => {
      if (now().getTime() < pausedUntil) throw new Error('The keys could not be read a moment ago.');
      pausedUntil = now().getTime() + PAUSE_MS;
      const response = await boundedFetch(url, init);
      if (response.ok) pausedUntil = 0;
      return response;
    },
  });
}
