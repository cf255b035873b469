import type { ToolCall, ToolCallList } from '@toolmark/api-contract';
import { type ComputedRef, computed, onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { type ApiFailure, toFailure } from '../../api/api-failure.ts';
import { POLL_MS } from '../../api/queries.ts';
import { get } from '../../api/request.ts';
import { useResource } from '../../api/use-resource.ts';
import { type CallFilter, toApiQuery } from '../../calls/call-filter.ts';
import { type LiveEvent, listen } from '../../live/live.ts';
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
  readonly failure: ComputedRef<ApiFailure | undefined>;
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

/** At most this many ended calls are kept until the next answer, which covers the rest. */
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
  const pageFailure = shallowRef<ApiFailure>();
  const isChanging = ref(true);
  const isLoading = ref(true);
  const news = ref<{ count: number; isMore: boolean }>(NO_NEWS);
  const isLive = ref(true);
  let sight = { first: 0, last: 30 };
  let life = new AbortController();
  const loading = new Set<string>();
  const ends = new Map<string, CallEnd>();
  let mustRetell = false;
  let retoldAt = Date.now();

  const newest = useResource<ToolCallList>(() => ['/tool-calls', { ...toApiQuery(filter()), limit: PAGE }], {
    on: ['tool_calls'],
    isPaused: () => !isLive.value,
  });

  /** The list stays on screen until the answer to the new filter arrives. */
  const begin = (): void => {
    life.abort();
    life = new AbortController();
    loading.clear();
    ends.clear();
    isChanging.value = true;
    sight = { first: 0, last: 30 };
  };

  const takeNewest = (list: ToolCallList): void => {
    const ended = new Map(ends);
    ends.clear();
    pageFailure.value = undefined;
    if (isChanging.value || sight.first === 0) {
      pages.value = startPages(list);
      news.value = NO_NEWS;
    } else {
      // Events tell which calls ended; once in a while, ask for all that were running in case one was missed.
      const retells = mustRetell || Date.now() - retoldAt >= POLL_MS;
      const stale = pagesWith(pages.value, ({ id, status }) => status === 'running' && (retells || ended.has(id)));
      const told = mergeNewest(endCalls(pages.value, ended), list);
      pages.value = told.pages;
      news.value = { count: told.news, isMore: told.isMore };
      for (const cursor of stale.slice(0, MAX_RETOLD)) void refill(cursor);
      if (retells) retoldAt = Date.now();
    }
    mustRetell = false;
    isChanging.value = false;
    isLoading.value = false;
  };

  const load = async (cursor: string, limit: number, put: (list: ToolCallList) => CallPages): Promise<void> => {
    if (loading.has(cursor)) return;
    loading.add(cursor);
    const { signal } = life;
    try {
      const query = { ...toApiQuery(filter()), limit, cursor };
      const list = await get<ToolCallList>('/tool-calls', { query, signal });
      if (signal.aborted) return;
      pages.value = put(list);
      pageFailure.value = undefined;
    } catch (error) {
      if (!signal.aborted) pageFailure.value = toFailure(error);
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

  const failure = computed(() => newest.failure.value ?? pageFailure.value);
  const see = (first: number, last: number): void => {
    const wasAway = sight.first > 0;
    sight = { first, last };
    if (isChanging.value || failure.value !== undefined) return;
    look();
    if (first === 0 && wasAway && news.value.count > 0) void newest.refresh();
  };

  const stopListening = listen(({ type, data }: LiveEvent) => {
    if (type === 'reset') mustRetell = true;
    if (!isLive.value || type !== 'tool_calls.completed' || ends.size >= MAX_ENDS) return;
    const end = data as unknown as CallEnd; // The cast is safe: the event contract defines these fields.
    ends.set(end.id, end);
  });
  onScopeDispose(() => {
    life.abort();
    stopListening();
  });
  watch(isLive, (live) => {
    mustRetell = true;
    if (live) void newest.refresh();
  });
  // In this order: an answer that is already known belongs to the new filter.
  watch(() => JSON.stringify(filter()), begin);
  watch(
    [newest.data, newest.answeredAt],
    ([list]) => {
      if (list !== undefined) takeNewest(list);
    },
    { immediate: true },
  );
  watch(newest.failure, (now) => {
    if (now === undefined || !isChanging.value) return;
    // Calls of another filter must not stay on screen.
    if (newest.data.value === undefined) pages.value = NO_PAGES;
    isChanging.value = false;
    isLoading.value = false;
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
    restart: async () => {
      begin();
      await newest.refresh();
    },
  };
}
