import { isDeepStrictEqual } from 'node:util';
import { err, type Result, toMessage } from '@toolmark/annotations';
import type { RedactText } from '@toolmark/reach';
import type { Clock } from '../clock.ts';
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
import { EMPTY_OFFER, type OfferKind, type ServerOffer } from '../server.ts';
import { type Caching, digestOf, type FetchedList, fetchList, type ListFault, strictest } from './fetch-list.ts';
import { declares, declaresFlag, LISTS, type ListName, OFFER_KINDS } from './lists.ts';
import { createRefresher, type Refresher } from './refresher.ts';

/** Knows what a server offers: fetches its lists, fetches them again when they change, and keeps them while it is away. */
export interface OfferKeeper {
  readonly offer: () => ServerOffer;
  /** What could not be had, or only in part. */
  readonly warnings: () => readonly string[];
  /** A new connection: fetches all that it declares. */
  readonly attach: (connection: Connection) => void;
  readonly detach: () => void;
  /** The server says that these changed. */
  readonly refresh: (kind: OfferKind) => void;
  /** Detaches, and offers nothing any more. */
  readonly close: () => void;
}

export interface OfferKeeperOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly redact: RedactText;
  /** What is offered until the server itself has answered. */
  readonly inherited?: ServerOffer;
  readonly limits?: ListLimits;
  /** Not called when lists came out the same. `kinds` is empty when only something else in the offer changed. */
  readonly onOffer: (kinds: readonly OfferKind[]) => void;
  readonly onWarnings: () => void;
  /** The tools of a new connection are there, or cannot be had. Once for each `attach` that lasts that long. */
  readonly onListed: () => void;
}

type KeptList = Caching & Pick<FetchedList, 'digest'>;

export function createOfferKeeper(options: OfferKeeperOptions): OfferKeeper {
  const { clock, random, redact, limits = LIST_LIMITS, onOffer, onWarnings, onListed } = options;
  let offer = options.inherited ?? EMPTY_OFFER;
  let connection: Connection | undefined;
  const refreshers = new Map<OfferKind, Refresher>();
  const warningsByMethod = new Map<string, readonly string[]>();
  const keptByMember = new Map<ListName['member'], KeptList>();
  for (const { member } of Object.values(LISTS).flat()) {
    const { ttlMs, cacheScope } = offer;
    keptByMember.set(member, { digest: digestOf(offer[member]), ttlMs, cacheScope });
  }

  const setOffer = (change: Partial<ServerOffer>, kinds: readonly OfferKind[]): void => {
    const next = { ...offer, ...change, ...strictest([...keptByMember.values()]) };
    const isSame = kinds.length === 0 && isDeepStrictEqual(withoutLists(next), withoutLists(offer));
    if (isSame) return;
    offer = next;
    onOffer(kinds);
  };

  /** Takes over what came, list by list. Says which entries are new. */
  const keep = (fetched: readonly (readonly [ListName, FetchedList])[]): Partial<ServerOffer> => {
    const changes: { [Member in ListName['member']]?: readonly unknown[] } = {};
    for (const [{ member }, { entries, digest, ttlMs, cacheScope }] of fetched) {
      if (keptByMember.get(member)?.digest !== digest) changes[member] = entries;
      keptByMember.set(member, { digest, ttlMs, cacheScope });
    }
    return changes;
  };

  const fetchKind = async (from: Connection, kind: OfferKind): Promise<readonly Fetched[]> => {
    const outcomes = await Promise.all(
      LISTS[kind].map(async (list) => ({ list, outcome: await fetchFrom(from, list) })),
    );
    if (from !== connection) return [];
    const isNews = outcomes.map(({ list, outcome }) => warn(list.method, outcome)).includes(true);
    const changes = keep(outcomes.flatMap(({ list, outcome }) => toKept(list, outcome)));
    setOffer(changes, Object.keys(changes).length > 0 ? [kind] : []);
    if (isNews) onWarnings();
    return outcomes;
  };

  const fetchFrom = (from: Connection, { method, member }: ListName): Promise<Result<FetchedList, ListFault>> => {
    const endsAt = clock.now() + LIST_DEADLINE_MS;
    return fetchList({
      member,
      limits,
      fetchPage: (cursor) => {
        const maxTimeoutMs = Math.max(1, endsAt - clock.now());
        const params = cursor === undefined ? undefined : { cursor };
        return from.request(method, params, { timeoutMs: LIST_SILENCE_MS, maxTimeoutMs });
      },
      // Connections never reject; should one do so, that is a bug, and costs this list one attempt.
    }).catch((error: unknown) => err({ message: toMessage(error), retryable: true }));
  };

  /** Says whether something is to be said that was not said before. */
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
      run: async () => {
        const outcomes = await fetchKind(from, kind);
        if (from !== connection) return undefined;
        if (isFirst && kind === 'tools') onListed();
        isFirst = false;
        if (outcomes.some(({ outcome }) => !outcome.ok && outcome.error.retryable)) {
          return Math.max(LIST_GAP_MS, backOff(failures++, random));
        }
        failures = 0;
        return staleAfter(from, kind, outcomes);
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
      const changes = keep(missing.flatMap((kind) => LISTS[kind].map((list) => [list, NO_LIST] as const)));
      const emptied = missing.filter((kind) => LISTS[kind].some(({ member }) => member in changes));
      setOffer({ ...changes, capabilities: to.capabilities, instructions: to.instructions }, emptied);
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

interface Fetched {
  readonly list: ListName;
  readonly outcome: Result<FetchedList, ListFault>;
}

const NO_LIST: FetchedList = {
  entries: [],
  digest: digestOf([]),
  ttlMs: undefined,
  cacheScope: undefined,
  problems: [],
};

/** A list that failed stays as it was; one that the server does not know is empty. */
function toKept(
  list: ListName,
  outcome: Result<FetchedList, ListFault>,
): readonly (readonly [ListName, FetchedList])[] {
  if (outcome.ok) return [[list, outcome.value]];
  return outcome.error.retryable ? [] : [[list, NO_LIST]];
}

/** A server of the modern era says how long its lists are good for. Where it also announces changes, that is enough. */
function staleAfter(from: Connection, kind: OfferKind, outcomes: readonly Fetched[]): number | undefined {
  if (from.era !== 'modern' || declaresFlag(from.capabilities, kind, 'listChanged')) return undefined;
  const { ttlMs } = strictest(outcomes.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : [])));
  return ttlMs === undefined ? undefined : Math.max(ttlMs, STALE_GAP_MS);
}

const withoutLists = ({ capabilities, instructions, ttlMs, cacheScope }: ServerOffer): unknown => ({
  capabilities,
  instructions,
  ttlMs,
  cacheScope,
});
