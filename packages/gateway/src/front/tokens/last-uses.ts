import type { Clock } from '@toolmark/base';
import type { StoredToken, TokenState } from './token-state.ts';

/** When tokens were used last, which is too often to be written each time. */
export interface LastUses {
  readonly note: (id: string, now: number) => void;
  /** A token with what is known of it here and in the file. */
  readonly with: (token: StoredToken) => StoredToken;
  /** The same of all of them; the same object where nothing is newer. */
  readonly into: (state: TokenState) => TokenState;
  /** Writes what was not written yet. */
  readonly close: () => Promise<void>;
}

/** At most once in so long is it written. */
export const KEEP_MS = 60_000;

/** @param write is asked to write `into` what is there */
export function createLastUses(clock: Clock, write: () => Promise<void>): LastUses {
  const usedAt = new Map<string, number>();
  let cancel: (() => void) | undefined;
  const writeSoon = (): void => {
    cancel = clock.after(KEEP_MS, () => {
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
