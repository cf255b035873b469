import { sha256Of } from './token-cache.ts';
import type { VerifiedToken } from './verify-token.ts';

/** The maximum time for which a revoked token is still accepted. */
const KEEP_MS = 30_000;
const MAX_ENTRIES = 10_000;

/**
 * Caches the claims of a valid token for 30 seconds, but not beyond its expiry. Concurrent checks of one token share one request.
 * Invalid tokens are not cached: an attacker could invent enough of them to evict the valid ones.
 *
 * @example
 * const verify = keepVerified(introspect, () => new Date());
 */
export function keepVerified(
  verify: (token: string) => Promise<VerifiedToken>,
  now: () => Date,
): (token: string) => Promise<VerifiedToken> {
  const cached = new Map<string, { readonly verified: VerifiedToken; readonly until: number }>();
  const underWay = new Map<string, Promise<VerifiedToken>>();

  const check = async (key: string, token: string): Promise<VerifiedToken> => {
    try {
      // Counted from the request: the answer may be older than its arrival.
      const asked = now().getTime();
      const verified = await verify(token);
      const [oldest] = cached.keys();
      if (cached.size >= MAX_ENTRIES && oldest !== undefined) cached.delete(oldest);
      cached.set(key, { verified, until: Math.min(verified.expiresAt * 1000, asked + KEEP_MS) });
      return verified;
    } finally {
      underWay.delete(key);
    }
  };

  return async (token) => {
    const key = sha256Of(token);
    const found = cached.get(key);
    if (found !== undefined && found.until > now().getTime()) return found.verified;
    cached.delete(key);
    const running = underWay.get(key) ?? check(key, token);
    underWay.set(key, running);
    return running;
  };
}
