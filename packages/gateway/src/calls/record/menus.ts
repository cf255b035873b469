import { type Clock, type JsonObject, settlesWithin } from '@toolmark/base';
import type { Caller } from '../../model/caller.ts';
import type { SentTokens, Sessions } from '../../sessions/sessions.ts';

/** Counts the lists of tools that clients are sent. A page is counted once, however often it is sent. */
export interface Menus {
  readonly sent: (caller: Caller, params: JsonObject, page: Buffer) => void;
  /** Few tools were sent instead of all. What all of them would have been is asked for beside the call, and counted once as well. */
  readonly offered: (caller: Caller, params: JsonObject, menu: Buffer, listing: () => readonly Buffer[]) => void;
  /** Tools to choose from were sent, or descriptions of some. */
  readonly discovered: (caller: Caller, params: JsonObject, body: Buffer) => void;
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
  const pages = new WeakMap<Buffer, Promise<number>>();
  const counting = new Set<Promise<unknown>>();

  const countAnew = async (page: Buffer): Promise<number> => {
    const tokens = await count(page);
    if (tokens !== undefined) return tokens;
    pages.delete(page);
    throw new Error('The list could not be counted.');
  };
  const tokensOf = (page: Buffer): Promise<number> => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const counted = countAnew(page);
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
    // Printing thousands of tools takes a while, and the client is waiting for a few.
    await new Promise(setImmediate);
    const [few, ...all] = await Promise.all([menu, ...listing()].map(tokensOf));
    return { menu: few ?? 0, discovery: 0, listing: all.reduce((sum, tokens) => sum + tokens, 0) };
  };
  return {
    sent: (caller, params, page) => {
      const isFirst = params['cursor'] === undefined;
      // Only where it is all of it does anybody know what all of it would have been.
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
        countAnew(body).then((discovery) => ({ menu: 0, discovery, listing: 0 })),
      ),
    settled: async (ms) => {
      await settlesWithin(Promise.all(counting), ms, clock);
    },
  };
}

/** The cursor of the next page stands near the end of a page. */
const TAIL_BYTES = 2_048;

const isWhole = (page: Buffer): boolean => !page.subarray(-TAIL_BYTES).includes('"nextCursor":"');
