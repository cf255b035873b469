import { type Clock, type JsonObject, settlesWithin } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { SentTokens, Sessions } from '../../sessions/sessions.ts';

/** Counts the tokens of tool lists that clients are sent. A page is counted once, however often it is sent. */
export interface Menus {
  readonly sent: (caller: Caller, params: JsonObject, page: Buffer) => void;
  /** A few tools were sent instead of all. `listing`, called later, gives the full list, which is counted once as well. */
  readonly offered: (caller: Caller, params: JsonObject, menu: Buffer, listing: () => readonly Buffer[]) => void;
  /** Search results or tool descriptions were sent. */
  readonly discovered: (caller: Caller, params: JsonObject, body: Buffer) => void;
  /** Waits until everything is counted, at most this long. */
  readonly settled: (ms: number) => Promise<void>;
}

export interface MenusDeps {
  /** Resolves with `undefined` if counting failed. */
  readonly count: (page: Buffer) => Promise<number | undefined>;
  readonly sessions: Pick<Sessions, 'sent'>;
  readonly onCounted: () => void;
  readonly clock: Clock;
}

export function createMenus({ count, sessions, onCounted, clock }: MenusDeps): Menus {
  const pages = new WeakMap<Buffer, Promise<number>>();
  const counting = new Set<Promise<unknown>>();

  const countUncached = async (page: Buffer): Promise<number> => {
    const tokens = await count(page);
    if (tokens !== undefined) return tokens;
    pages.delete(page);
    throw new Error('The list could not be counted.');
  };
  const tokensOf = (page: Buffer): Promise<number> => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const counted = countUncached(page);
    pages.set(page, counted);
    return counted;
  };
  const claim = (caller: Caller, params: JsonObject, counted: Promise<SentTokens>): void => {
    counting.add(counted);
    sessions.sent(caller, params, counted);
    const end = (): void => {
      counting.delete(counted);
      onCounted();
    };
    counted.then(end, end);
  };
  const countOffer = async (menu: Buffer, listing: () => readonly Buffer[]): Promise<SentTokens> => {
    // Serializing thousands of tools is slow; reply to the client first.
    await new Promise(setImmediate);
    const [few, ...all] = await Promise.all([menu, ...listing()].map(tokensOf));
    return { menu: few ?? 0, discovery: 0, listing: all.reduce((sum, tokens) => sum + tokens, 0) };
  };
  return {
    sent: (caller, params, page) => {
      const isFirst = params['cursor'] === undefined;
      // Only a single page is also the full list.
      const counted = tokensOf(page).then((menu) => ({
        menu,
        discovery: 0,
        listing: isFirst && isWhole(page) ? menu : 0,
      }));
      claim(caller, params, counted);
    },
    offered: (caller, params, menu, listing) => claim(caller, params, countOffer(menu, listing)),
    discovered: (caller, params, body) =>
      claim(
        caller,
        params,
        countUncached(body).then((discovery) => ({ menu: 0, discovery, listing: 0 })),
      ),
    settled: async (ms) => {
      await settlesWithin(Promise.all(counting), ms, clock);
    },
  };
}

/** The cursor of the next page stands near the end of a page. */
const TAIL_BYTES = 2_048;

const isWhole = (page: Buffer): boolean => !page.subarray(-TAIL_BYTES).includes('"nextCursor":"');
