import type { SentTokens } from './sessions.ts';

/**
 * What was sent to clients that have called nothing yet. Most of them ask for the tools and never call one, so it is kept for a
 * while and only for the latest of them.
 */
export interface UnclaimedMenus {
  readonly add: (key: string, tokens: SentTokens, now: number) => void;
  /** What was sent to this one, which has a session now. */
  readonly take: (key: string, now: number) => SentTokens | undefined;
  readonly clear: () => void;
}

/** A few hundred bytes each. Somebody who connects this often without a call is not going to make one. */
const MOST_CLIENTS = 1_000;

export function createUnclaimedMenus(keptMs: number): UnclaimedMenus {
  // Whoever was sent something last comes last.
  const byKey = new Map<string, Unclaimed>();

  const take: UnclaimedMenus['take'] = (key, now) => {
    const found = byKey.get(key);
    if (found === undefined) return undefined;
    byKey.delete(key);
    return now - found.at < keptMs ? found.tokens : undefined;
  };
  return {
    take,
    add: (key, tokens, now) => {
      byKey.set(key, { tokens: sum(take(key, now), tokens), at: now });
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
  readonly tokens: SentTokens;
  readonly at: number;
}

function sum(before: SentTokens | undefined, more: SentTokens): SentTokens {
  if (before === undefined) return more;
  return {
    menu: before.menu + more.menu,
    discovery: before.discovery + more.discovery,
    // Not a sum: what the list was when it was first known.
    listing: before.listing || more.listing,
  };
}
