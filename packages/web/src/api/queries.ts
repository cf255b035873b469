import { hashKey, type Query, QueryClient, type QueryFunctionContext } from '@tanstack/vue-query';
import { watch } from 'vue';
import { liveState } from '../live/live.ts';
import { get, type Query as Parameters } from './request.ts';

/** Events trigger at most one refetch of an answer per second. */
const MIN_MS = 1_000;

/** Poll as a fallback, in case events are missed. */
export const POLL_MS = 30_000;

/** Keep the answers of a page that was left for this long: going back shows them at once. */
const KEEP_MS = 60_000;

/**
 * What to ask the gateway: a path, a path with its query, or several requests under one key. Equal questions share one
 * request and one answer.
 */
export type Question<T> =
  | string
  | readonly [path: string, query: Parameters]
  | { readonly key: readonly unknown[]; readonly fetch: (signal: AbortSignal) => Promise<T> };

/** The answers of the gateway. Refreshed when they are used again, when the window becomes visible, and every 30 seconds. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MIN_MS,
      gcTime: KEEP_MS,
      refetchInterval: POLL_MS,
      // The browser knows whether it is online, but not whether the gateway on this machine is running.
      networkMode: 'always',
      refetchOnReconnect: false,
      retry: false,
    },
  },
});

/** Starts refreshing answers when the window becomes visible. The function that it returns stops this and forgets them all. */
export function startQueries(): () => void {
  queries.mount();
  const stopWatching = watch(liveState, (now, before) => {
    // The gateway is back: ask again what it could not answer, or its failure would stay on screen for half a minute.
    if (now === 'live' && before !== 'connecting')
      void queries.refetchQueries({ type: 'active', predicate: hasFailed });
  });
  return () => {
    stopWatching();
    queries.unmount();
    queries.clear();
  };
}

const hasFailed = ({ state }: Query): boolean => state.status === 'error' || state.fetchFailureCount > 0;

export const keyOf = (question: Question<unknown> | undefined): readonly unknown[] => {
  if (question === undefined) return [];
  if (typeof question === 'string') return [question];
  return 'key' in question ? question.key : question;
};

/** Asks the gateway, and measures how long the answer takes. */
export async function ask<T>(question: Question<T>, { signal, queryKey }: QueryFunctionContext): Promise<T> {
  const begunAt = Date.now();
  try {
    if (typeof question === 'string') return await get<T>(question, { signal });
    if ('fetch' in question) return await question.fetch(signal);
    const [path, query] = question;
    return await get<T>(path, { query, signal });
  } finally {
    const query = queries.getQueryCache().get(hashKey(queryKey));
    if (query !== undefined) tookMs.set(query, Date.now() - begunAt);
  }
}

/**
 * An answer for a list of suggestions, at most this old.
 *
 * @example
 * const { tools } = await getCached<ToolList>('/tools', 30_000);
 */
export const getCached = <T>(question: Question<T>, maxAgeMs: number): Promise<T> =>
  queries.fetchQuery<T>({
    queryKey: keyOf(question),
    queryFn: (context) => ask(question, context),
    staleTime: maxAgeMs,
  });

/** Stores an answer that came with a change. A request that was sent before the change must not replace it. */
export function storeAnswer<T>(question: Question<T>, answer: T): void {
  const queryKey = keyOf(question);
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<T>(queryKey, () => answer);
}

const tookMs = new WeakMap<object, number>();
const planned = new WeakSet<object>();

/** Schedules one refetch of an answer in use, however many events arrive; waits longer for a slow gateway. */
export function refetchSoon(key: readonly unknown[]): void {
  const query = queries.getQueryCache().find({ queryKey: key, exact: true });
  // The window refetches what is stale when it becomes visible.
  if (query === undefined || planned.has(query) || document.hidden) return;
  planned.add(query);
  setTimeout(() => {
    planned.delete(query);
    // A request in progress may have been answered before the event.
    if (query.state.fetchStatus === 'fetching') refetchSoon(key);
    else void queries.refetchQueries({ queryKey: key, exact: true, type: 'active' });
  }, waitFor(query));
}

function waitFor(query: Query): number {
  const { state } = query;
  if (state.fetchStatus === 'fetching') return MIN_MS;
  const answeredAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return Math.max(50, answeredAt + Math.max(MIN_MS, (tookMs.get(query) ?? 0) * 4) - Date.now());
}
