import { createHash } from 'node:crypto';

/** A token and when it stops being valid. */
interface ExpiringToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface TokenCache {
  /** The token under a key, or a new one. Concurrent requests for one key share one. */
  readonly get: (key: string, renew: () => Promise<ExpiringToken>) => Promise<string>;
  readonly forget: (key: string) => void;
}

interface Renewal {
  readonly result: Promise<ExpiringToken>;
}

/** Renew tokens this long before they expire, so that none expires on its way. */
const MARGIN_MS = 30_000;
const MAX_ENTRIES = 10_000;

/** Keeps tokens in memory until shortly before they expire. A failed renewal is not cached. */
export function createTokenCache(now: () => Date): TokenCache {
  const tokens = new Map<string, ExpiringToken>();
  const renewals = new Map<string, Renewal>();
  const isFresh = ({ expiresAt }: ExpiringToken): boolean => expiresAt - MARGIN_MS > now().getTime();

  const begin = (key: string, renew: () => Promise<ExpiringToken>): Renewal => {
    const finish = async (): Promise<ExpiringToken> => {
      try {
        const renewed = await renew();
        // After `forget`, the result of a running renewal is not cached.
        if (renewals.get(key) === renewal && isFresh(renewed)) tokens.set(key, renewed);
        return renewed;
      } finally {
        if (renewals.get(key) === renewal) renewals.delete(key);
      }
    };
    const renewal: Renewal = { result: finish() };
    renewals.set(key, renewal);
    return renewal;
  };

  return {
    get: async (key, renew) => {
      const kept = tokens.get(key);
      if (kept !== undefined && isFresh(kept)) return kept.token;
      tokens.delete(key);
      if (tokens.size >= MAX_ENTRIES) {
        for (const [each, token] of tokens) if (!isFresh(token)) tokens.delete(each);
        const [oldest] = tokens.keys();
        if (tokens.size >= MAX_ENTRIES && oldest !== undefined) tokens.delete(oldest);
      }
      const { result } = renewals.get(key) ?? begin(key, renew);
      return (await result).token;
    },
    forget: (key) => {
      tokens.delete(key);
      renewals.delete(key);
    },
  };
}

/** A digest as the cache key, so that the cache does not hold the tokens themselves. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('base64url');
