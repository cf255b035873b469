import type { Clock } from '@toolmark/base';
import type { StoredToken, TokenState } from './token-state.ts';

/** The last uses of tokens, which change too often to be written each time. */
export interface LastUses {
  readonly note: (id: string, now: number) => void;
  /** A token with its newest use, from memory or the file. */
  readonly with: (token: StoredToken) => StoredToken;
  /** Applies this to all tokens; returns the same object if nothing is newer. */
  readonly into: (state: TokenState) => TokenState;
  /** Writes pending uses. */
  readonly close: () => Promise<void>;
}

/** The minimum interval between writes. */
export const WRITE_INTERVAL_MS = 60_000;

/** @param write stores the result of `into` */
export function createLastUses(clock: Clock, write: () => Promise<void>): LastUses {
  const usedAt = new Map<string, number>();
  let cancel: (() => void) | undefined;
  const writeSoon = (): void => {
    cancel = clock.after(WRITE_INTERVAL_MS, () => {
      cancel = undefined;
      void write();
    });
  };
  const newest = (token: StoredToken): StoredToken => {
    const used = usedAt.get(token.id);
    if (used === undefined || (token.last_used_at !== null && Date.parse(token.last_used_at) >= used)) return token;
    return { ...token, last_used_at: new Date(used).toISOString() };
  };
  return {
    note: (id, now) => {
      usedAt.set(id, now);
      if (cancel === undefined) writeSoon();
    },
    with: newest,
    into: (state) => {
      const tokens = state.tokens.map(newest);
      return tokens.every((token, index) => token === state.tokens[index]) ? state : { ...state, tokens };
    },
    close: async () => {
      if (cancel === undefined) return;
      cancel();
      cancel = undefined;
      await write();
    },
  };
}
