import type { SentTokens } from './sessions.ts';

/**
 * What was sent to clients that have called nothing yet. Most of them ask for the tools and never call one, so it is kept for a
 * while and only for the latest of them.
 */
export interface UnclaimedMenus {
  readonly add: (key: string, tokens: Promise<SentTokens>, now: number) => void;
  /** What was sent to this one, which has a session now, in order. */
  readonly take: (key: string, now: number) => readonly Promise<SentTokens>[];
  readonly clear: () => void;
}

/** A few hundred bytes each. Somebody who connects this often without a call is not going to make one. */
const MOST_CLIENTS = 1_000;
/** Pages of lists that are kept for one of them. */
const MOST_PAGES = 100;

export function createUnclaimedMenus(keptMs: number): UnclaimedMenus {
  // Whoever was sent something last comes last.
  const byKey = new Map<string, Unclaimed>();

  const take: UnclaimedMenus['take'] = (key, now) => {
    const found = byKey.get(key);
    if (found === undefined) return [];
    byKey.delete(key);
    return now - found.at < keptMs ? found.tokens : [];
  };
  return {
    take,
    add: (key, tokens, now) => {
      byKey.set(key, { tokens: [...take(key, now), tokens].slice(-MOST_PAGES), at: now });
      if (byKey.size <= MOST_CLIENTS) return;
      for (const oldest of byKey.keys()) {
        byKey.delete(oldest);
        return;
      }
    },
    clear: () => byKey.clear(),
  };
}

interface Unclaimed {
  readonly tokens: readonly Promise<SentTokens>[];
  readonly at: number;
}
