import type { ToolCall, ToolCallList } from '@toolmark/api-contract';
import { type ComputedRef, computed, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type ApiFailure, toFailure } from '../../api/api-failure.ts';
import { get } from '../../api/request.ts';
import { type CallFilter, toApiQuery } from '../../calls/call-filter.ts';
import { type LiveEvent, listen, liveState } from '../../live/live.ts';
import {
  appendPage,
  type CallEnd,
  type CallPages,
  endCalls,
  fillPage,
  mergeNewest,
  missingPages,
  NO_PAGES,
  PAGE,
  pagesWith,
  startPages,
  toRows,
  unloadDistantPages,
} from './call-pages.ts';

export interface CallFeed {
  readonly rows: ComputedRef<readonly (ToolCall | undefined)[]>;
  readonly total: ComputedRef<number>;
  readonly isExact: ComputedRef<boolean>;
  readonly hasMore: ComputedRef<boolean>;
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  /** Whether the list still shows the previous filters' calls. */
  readonly isChanging: Readonly<Ref<boolean>>;
  /** True until the first answer. */
  readonly isLoading: Readonly<Ref<boolean>>;
  /** The number of new calls above the list, and whether there are more than that. */
  readonly news: Readonly<Ref<{ readonly count: number; readonly isMore: boolean }>>;
  readonly isLive: Ref<boolean>;
  /** Reports the visible rows. */
  readonly see: (first: number, last: number) => void;
  /** Restarts at the newest call; the old list stays until the answer arrives. */
  readonly restart: () => Promise<void>;
}

/** Events trigger at most one refetch per second. */
const MIN_MS = 1_000;
const POLL_MS = 30_000;
/** At most this many ended calls are kept until the next refetch, which covers the rest. */
const MAX_ENDS = 5_000;
/** At most this many loaded pages are refreshed at once. */
const MAX_RETOLD = 3;
const NO_NEWS = { count: 0, isMore: false };

/**
 * The calls that match a filter, newest first, loaded as the user scrolls. At the top new calls appear at once; further
 * down the list does not move and they are counted. Events only trigger a refetch: the gateway decides what matches.
 */
export function useCallFeed(filter: () => CallFilter): CallFeed {
  const pages = shallowRef<CallPages>(NO_PAGES);
  const failure = shallowRef<ApiFailure>();
  const isChanging = ref(true);
  const isLoading = ref(true);
  const news = ref<{ count: number; isMore: boolean }>(NO_NEWS);
  const isLive = ref(true);
  let sight = { first: 0, last: 30 };
  let life = new AbortController();
  let isAsking = false;
  let askedAt = 0;
  let tookMs = 0;
  let later: ReturnType<typeof setTimeout> | undefined;
  const loading = new Set<string>();
  const ends = new Map<string, CallEnd>();
  let mustRetell = false;

  const ask = (cursor?: string, limit = PAGE): Promise<ToolCallList> =>
    get<ToolCallList>('/tool-calls', { query: { ...toApiQuery(filter()), limit, cursor }, signal: life.signal });

  const start = async (isOther: boolean): Promise<void> => {
    life.abort();
    life = new AbortController();
    loading.clear();
    ends.clear();
    clearTimeout(later);
    later = undefined;
    isChanging.value = true;
    sight = { first: 0, last: 30 };
    const { signal } = life;
    const begunAt = Date.now();
    isAsking = true;
    try {
      pages.value = startPages(await ask());
      failure.value = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failure.value = toFailure(error);
      // The list must match the filter.
      if (isOther) pages.value = NO_PAGES;
    }
    isAsking = false;
    askedAt = Date.now();
    tookMs = askedAt - begunAt;
    news.value = NO_NEWS;
    isChanging.value = false;
    isLoading.value = false;
  };

  /** Refetches what has changed. */
  const catchUp = async (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    if (isAsking) return catchUpSoon();
    isAsking = true;
    const { signal } = life;
    const begunAt = Date.now();
    const ended = new Map(ends);
    ends.clear();
    const retell = mustRetell;
    mustRetell = false;
    const stale = pagesWith(pages.value, ({ id, status }) => status === 'running' && (retell || ended.has(id)));
    pages.value = endCalls(pages.value, ended);
    try {
      const list = await ask();
      if (signal.aborted) return;
      if (sight.first === 0) {
        pages.value = startPages(list);
        news.value = NO_NEWS;
      } else {
        const told = mergeNewest(pages.value, list);
        pages.value = told.pages;
        news.value = { count: told.news, isMore: told.isMore };
        for (const cursor of stale.slice(0, MAX_RETOLD)) void refill(cursor);
      }
      failure.value = undefined;
    } catch (error) {
      if (signal.aborted) return;
      failure.value = toFailure(error);
    }
    isAsking = false;
    askedAt = Date.now();
    tookMs = askedAt - begunAt;
  };

  /** Schedules one refetch, however many events arrive; waits longer for a slow gateway. */
  const catchUpSoon = (): void => {
    if (later !== undefined || document.hidden || !isLive.value) return;
    const wait = Math.max(50, askedAt + Math.max(MIN_MS, tookMs * 4) - Date.now());
    later = setTimeout(() => void catchUp(), isAsking ? MIN_MS : wait);
  };

  const load = async (cursor: string, limit: number, put: (list: ToolCallList) => CallPages): Promise<void> => {
    if (loading.has(cursor)) return;
    loading.add(cursor);
    const { signal } = life;
    try {
      const list = await ask(cursor, limit);
      if (signal.aborted) return;
      pages.value = put(list);
      failure.value = undefined;
    } catch (error) {
      if (!signal.aborted) failure.value = toFailure(error);
      return;
    } finally {
      if (!signal.aborted) loading.delete(cursor);
    }
    look();
  };
  const refill = (cursor: string): Promise<void> => {
    const count = pages.value.pages.find((page) => page.cursor === cursor)?.count ?? PAGE;
    return load(cursor, Math.max(1, count), (list) => fillPage(pages.value, cursor, list));
  };

  /** Loads the pages near the viewport and unloads distant ones. */
  const look = (): void => {
    const { first, last } = sight;
    pages.value = unloadDistantPages(pages.value, first, last);
    const { refill: missing, isEndNear } = missingPages(pages.value, first, last);
    for (const cursor of missing) void refill(cursor);
    const { next } = pages.value;
    if (isEndNear && next !== null) void load(next, PAGE, (list) => appendPage(pages.value, next, list));
  };

  const see = (first: number, last: number): void => {
    const wasAway = sight.first > 0;
    sight = { first, last };
    if (isChanging.value || failure.value !== undefined) return;
    look();
    if (first === 0 && wasAway && news.value.count > 0) catchUpSoon();
  };

  const hear = ({ type, data }: LiveEvent): void => {
    if (!isLive.value || (type !== 'reset' && !type.startsWith('tool_calls.'))) return;
    if (type === 'reset') mustRetell = true;
    if (type === 'tool_calls.completed' && ends.size < MAX_ENDS) {
      const end = data as unknown as CallEnd; // The cast is safe: the event contract defines these fields.
      ends.set(end.id, end);
    }
    catchUpSoon();
  };
  const stopListening = listen(hear);
  const poll = setInterval(() => {
    if (liveState.value === 'live' && Date.now() - askedAt < POLL_MS) return;
    mustRetell = true;
    catchUpSoon();
  }, POLL_MS);
  const onVisible = (): void => {
    if (!document.hidden) catchUpSoon();
  };
  document.addEventListener('visibilitychange', onVisible);
  watch(isLive, (live) => {
    mustRetell = true;
    if (live) catchUpSoon();
    else clearTimeout(later);
    if (!live) later = undefined;
  });
  watch(
    () => JSON.stringify(filter()),
    () => void start(true),
    { immediate: true },
  );
  onScopeDispose(() => {
    life.abort();
    clearTimeout(later);
    clearInterval(poll);
    stopListening();
    document.removeEventListener('visibilitychange', onVisible);
  });
  return {
    rows: computed(() => toRows(pages.value)),
    total: computed(() => pages.value.total),
    isExact: computed(() => pages.value.isExact),
    hasMore: computed(() => pages.value.next !== null),
    failure,
    isChanging,
    isLoading,
    news,
    isLive,
    see,
    restart: () => start(false),
  };
}
