import { isDeepStrictEqual } from 'node:util';
import { err, type Result, toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import type { RedactText } from '@toolmark/reach';
import type { Connection } from '../connection.ts';
import {
  LIST_DEADLINE_MS,
  LIST_GAP_MS,
  LIST_LIMITS,
  LIST_SILENCE_MS,
  type ListLimits,
  STALE_GAP_MS,
} from '../limits.ts';
import { backOff } from '../link/back-off.ts';
import { type Caching, EMPTY_OFFER, type OfferedList, type OfferKind, type ServerOffer } from '../server.ts';
import { LIST_ANSWER } from '../wire/limits.ts';
import { digestOf, type FetchedList, fetchList, type ListFault, strictest } from './fetch-list.ts';
import { declares, declaresFlag, LISTS, type ListName, OFFER_KINDS } from './lists.ts';
import { createRefresher, type Refresher, type RefreshRun } from './refresher.ts';

/** Keeps a server's lists: fetches them, refetches them when they change, and keeps them while the server is away. */
export interface OfferKeeper {
  readonly offer: () => ServerOffer;
  /** Lists that could not be fetched, or only in part. */
  readonly warnings: () => readonly string[];
  /** Uses a new connection and fetches all declared lists. */
  readonly attach: (connection: Connection) => void;
  readonly detach: () => void;
  /** Handles the server's change notification. */
  readonly refresh: (kind: OfferKind) => void;
  /** Detaches from the connection and empties the offer. */
  readonly close: () => void;
}

export interface OfferKeeperOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly redact: RedactText;
  /** Published until the server has answered. */
  readonly inherited?: ServerOffer;
  readonly limits?: ListLimits;
  /**
   * Called when the offer changed. `kinds` is empty if only capabilities, instructions or caching changed. Its promise
   * is awaited and counts as the cost of the change; must not reject.
   */
  readonly onOffer: (kinds: readonly OfferKind[]) => Promise<void> | void;
  readonly onWarnings: () => void;
  /** The tools of a new connection are fetched, or failed. At most once for each `attach`. */
  readonly onListed: () => void;
}

export function createOfferKeeper(options: OfferKeeperOptions): OfferKeeper {
  const { clock, random, redact, limits = LIST_LIMITS, onOffer, onWarnings, onListed } = options;
  let offer = options.inherited ?? EMPTY_OFFER;
  let connection: Connection | undefined;
  const refreshers = new Map<OfferKind, Refresher>();
  const warningsByMethod = new Map<string, readonly string[]>();
  const digests = new Map<OfferedList, string>();
  for (const { member } of Object.values(LISTS).flat()) digests.set(member, digestOf(offer[member]));

  const setOffer = async (change: Partial<ServerOffer>, kinds: readonly OfferKind[]): Promise<void> => {
    const next = { ...offer, ...change };
    const isSame = kinds.length === 0 && isDeepStrictEqual(withoutLists(next), withoutLists(offer));
    if (isSame) return;
    offer = next;
    await onOffer(kinds);
  };

  /** Stores the fetched lists. Returns which entries are new, and how long each list is fresh. */
  const keep = (fetched: readonly (readonly [ListName, FetchedList])[]): KeptLists => {
    const lists: { [List in OfferedList]?: readonly unknown[] } = {};
    const caching: Record<OfferedList, Caching> = { ...offer.caching };
    for (const [{ member }, { entries, digest, ttlMs, cacheScope }] of fetched) {
      if (digests.get(member) !== digest) lists[member] = entries;
      digests.set(member, digest);
      caching[member] = { ttlMs, cacheScope };
    }
    return { lists, caching };
  };

  const fetchKind = async (from: Connection, kind: OfferKind): Promise<FetchedKind | undefined> => {
    const outcomes = await Promise.all(LISTS[kind].map((list) => fetchFrom(from, list)));
    if (from !== connection) return undefined;
    const isNews = outcomes.map(({ list, outcome }) => warn(list.method, outcome)).includes(true);
    const { lists, caching } = keep(outcomes.flatMap(({ list, outcome }) => toKept(list, outcome)));
    const taken = setOffer({ ...lists, caching }, Object.keys(lists).length > 0 ? [kind] : []);
    if (isNews) onWarnings();
    const startedAt = clock.now();
    await taken;
    return { outcomes, costMs: sum(outcomes.map(({ workMs }) => workMs)) + clock.now() - startedAt };
  };

  const fetchFrom = async (from: Connection, list: ListName): Promise<Fetched> => {
    const { method, member } = list;
    const endsAt = clock.now() + LIST_DEADLINE_MS;
    // Time spent on processing pages, without waiting for the server.
    let workMs = 0;
    let workedSince: number | undefined;
    const stopWork = (): void => {
      if (workedSince !== undefined) workMs += clock.now() - workedSince;
      workedSince = undefined;
    };
    const outcome = await fetchList({
      member,
      limits,
      fetchPage: async (cursor) => {
        stopWork();
        const maxTimeoutMs = Math.max(1, endsAt - clock.now());
        const params = cursor === undefined ? undefined : { cursor };
        const page = await from.request(method, params, {
          answer: LIST_ANSWER,
          timeoutMs: LIST_SILENCE_MS,
          maxTimeoutMs,
        });
        workedSince = clock.now();
        return page;
      },
      // A rejection is a bug in the connection, and fails only this fetch.
    }).catch((error: unknown) => err({ message: toMessage(error), retryable: true }));
    stopWork();
    return { list, outcome, workMs };
  };

  /** Whether there is a new warning. */
  const warn = (method: string, outcome: Result<FetchedList, ListFault>): boolean => {
    const problems = outcome.ok ? outcome.value.problems : [outcome.error.message];
    const warnings = problems.map((problem) => redact(`${method}: ${problem}`));
    if (isDeepStrictEqual(warningsByMethod.get(method) ?? [], warnings)) return false;
    warningsByMethod.set(method, warnings);
    return true;
  };

  const refresherOf = (from: Connection, kind: OfferKind): Refresher => {
    let failures = 0;
    let isFirst = true;
    return createRefresher({
      clock,
      run: async (): Promise<RefreshRun> => {
        const fetched = await fetchKind(from, kind);
        if (fetched === undefined || from !== connection) return { costMs: 0 };
        const { outcomes, costMs } = fetched;
        if (isFirst && kind === 'tools') onListed();
        isFirst = false;
        if (outcomes.some(({ outcome }) => !outcome.ok && outcome.error.retryable)) {
          return { againMs: Math.max(LIST_GAP_MS, backOff(failures++, random)), costMs };
        }
        failures = 0;
        return { againMs: staleAfter(from, kind, outcomes), costMs };
      },
    });
  };

  const detach = (): void => {
    connection = undefined;
    for (const refresher of refreshers.values()) refresher.close();
    refreshers.clear();
  };

  return {
    offer: () => offer,
    warnings: () => [...warningsByMethod.values()].flat(),
    attach: (to) => {
      detach();
      connection = to;
      warningsByMethod.clear();
      const missing = OFFER_KINDS.filter((kind) => !declares(to.capabilities, kind));
      const { lists, caching } = keep(missing.flatMap((kind) => LISTS[kind].map((list) => [list, NO_LIST] as const)));
      const emptied = missing.filter((kind) => LISTS[kind].some(({ member }) => member in lists));
      void setOffer({ ...lists, caching, capabilities: to.capabilities, instructions: to.instructions }, emptied);
      for (const kind of OFFER_KINDS.filter((each) => !missing.includes(each))) {
        const refresher = refresherOf(to, kind);
        refreshers.set(kind, refresher);
        refresher.refresh();
      }
      if (missing.includes('tools')) onListed();
    },
    detach,
    refresh: (kind) => refreshers.get(kind)?.refresh(),
    close: () => {
      detach();
      offer = EMPTY_OFFER;
    },
  };
}

type KeptLists = Pick<ServerOffer, 'caching'> & { readonly lists: Partial<Pick<ServerOffer, OfferedList>> };

interface Fetched {
  readonly list: ListName;
  readonly outcome: Result<FetchedList, ListFault>;
  /** Processing time in milliseconds. */
  readonly workMs: number;
}

interface FetchedKind {
  readonly outcomes: readonly Fetched[];
  readonly costMs: number;
}

const NO_LIST: FetchedList = {
  entries: [],
  digest: digestOf([]),
  ttlMs: undefined,
  cacheScope: undefined,
  problems: [],
};

/** A failed list keeps its entries; an unimplemented one is empty. */
function toKept(
  list: ListName,
  outcome: Result<FetchedList, ListFault>,
): readonly (readonly [ListName, FetchedList])[] {
  if (outcome.ok) return [[list, outcome.value]];
  return outcome.error.retryable ? [] : [[list, NO_LIST]];
}

/** A modern server says how long its lists are fresh. If it also announces changes, no polling is needed. */
function staleAfter(from: Connection, kind: OfferKind, outcomes: readonly Fetched[]): number | undefined {
  if (from.era !== 'modern' || declaresFlag(from.capabilities, kind, 'listChanged')) return undefined;
  const { ttlMs } = strictest(outcomes.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : [])));
  return ttlMs === undefined ? undefined : Math.max(ttlMs, STALE_GAP_MS);
}

const withoutLists = ({ capabilities, instructions, caching }: ServerOffer): unknown => ({
  capabilities,
  instructions,
  caching,
});

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
