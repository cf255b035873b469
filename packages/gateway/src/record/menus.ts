import type { Caller } from '../core/caller.ts';
import type { JsonObject } from '../rpc.ts';
import type { SentTokens, Sessions } from '../sessions/sessions.ts';
import { type Clock, settlesWithin } from '../upstream/clock.ts';

/** Counts the lists of tools that clients are sent. A page is counted once, however often it is sent. */
export interface Menus {
  readonly sent: (caller: Caller, params: JsonObject, page: Buffer) => void;
  /** Waits for what is being counted, but not for long. */
  readonly settled: (ms: number) => Promise<void>;
}

export interface MenusDeps {
  /** `undefined` where it could not be counted. */
  readonly count: (page: Buffer) => Promise<number | undefined>;
  readonly sessions: Pick<Sessions, 'sent'>;
  readonly onCounted: () => void;
  readonly clock: Clock;
}

export function createMenus({ count, sessions, onCounted, clock }: MenusDeps): Menus {
  const pages = new WeakMap<Buffer, Promise<SentTokens>>();
  const counting = new Set<Promise<unknown>>();

  const tokensOf = async (page: Buffer): Promise<SentTokens> => {
    const menu = await count(page);
    if (menu === undefined) {
      pages.delete(page);
      throw new Error('The list could not be counted.');
    }
    // Only where it is all of it does anybody know what all of it would have been.
    return { menu, discovery: 0, listing: isWhole(page) ? menu : 0 };
  };
  return {
    sent: (caller, params, page) => {
      let tokens = pages.get(page);
      if (tokens === undefined) {
        tokens = tokensOf(page);
        pages.set(page, tokens);
      }
      const isFirst = params['cursor'] === undefined;
      const counted = isFirst ? tokens : tokens.then((sent) => ({ ...sent, listing: 0 }));
      counting.add(counted);
      sessions.sent(caller, params, counted);
      const end = (): void => {
        counting.delete(counted);
        onCounted();
      };
      counted.then(end, end);
    },
    settled: async (ms) => {
      await settlesWithin(Promise.all(counting), ms, clock);
    },
  };
}

/** The cursor of the next page stands near the end of a page. */
const TAIL_BYTES = 2_048;

const isWhole = (page: Buffer): boolean => !page.subarray(-TAIL_BYTES).includes('"nextCursor":"');
