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

/** A token is renewed so long before it expires, so that it does not expire on its way. */
const MARGIN_MS = 30_000;
const MAX_ENTRIES = 10_000;

/** Keeps tokens in memory until shortly before they expire. A renewal that fails is not kept. */
export function createTokenCache(now: () => Date): TokenCache {
  const tokens = new Map<string, ExpiringToken>();
  const renewals = new Map<string, Renewal>();
  const isFresh = ({ expiresAt }: ExpiringToken): boolean => expiresAt - MARGIN_MS > now().getTime();

  const begin = (key: string, renew: () => Promise<ExpiringToken>): Renewal => {
    const finish = async (): Promise<ExpiringToken> => {
      try {
        const renewed = await renew();
        // After `forget` a renewal that was under way is not kept.
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

/** For keys: a map of tokens need not hold the tokens it was asked about. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
