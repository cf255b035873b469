import { getCurrentScope, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type LiveEvent, listen, liveState } from '../live/live.ts';
import { type ApiFailure, toFailure } from './api-failure.ts';

export interface Resource<T> {
  /** The latest answer; stays until a newer one arrives. */
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** Why the last refresh failed; undefined after the next success. */
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  /** True only before the first answer: data on screen is never replaced by a spinner. */
  readonly isLoading: Readonly<Ref<boolean>>;
  /** Fetches again. */
  readonly refresh: () => Promise<void>;
  /** Sets the value from another source, such as the response to a change. */
  readonly set: (value: T) => void;
}

export interface ResourceOptions {
  /** Events that trigger a refresh: full types, or their prefix before the dot. */
  readonly on?: readonly string[];
  /** Whether this event triggers a refresh; by default every event of the types in `on`. */
  readonly isConcerned?: (event: LiveEvent) => boolean;
  /** Refetches when this value changes. `undefined` fetches nothing. */
  readonly key?: () => unknown;
  /** Keeps the old answer on screen until the one for the new key arrives: for filters, not for another subject. */
  readonly keeps?: boolean;
}

/** Events trigger at most one refresh per second. */
const MIN_MS = 1_000;

/** Poll as a fallback, in case events are missed. */
const POLL_MS = 30_000;

/**
 * Data from the API for one page: fetched when the component is created and whenever `key` changes, refreshed by events
 * and every 30 seconds. Stops when its component unmounts.
 *
 * @example
 * const sessions = useResource((signal) => get<SessionList>('/sessions', { signal }), { on: ['sessions'] });
 */
export function useResource<T>(
  fetcher: (signal: AbortSignal) => Promise<T>,
  { on = [], isConcerned = () => true, key, keeps = false }: ResourceOptions = {},
): Resource<T> {
  const data = shallowRef<T>();
  const failure = shallowRef<ApiFailure>();
  const isLoading = ref(true);
  let running: AbortController | undefined;
  let askedAt = 0;
  let later: ReturnType<typeof setTimeout> | undefined;

  const refresh = async (): Promise<void> => {
    clearTimeout(later);
    later = undefined;
    if (key !== undefined && key() === undefined) return;
    running?.abort();
    const mine = new AbortController();
    running = mine;
    askedAt = Date.now();
    try {
      const value = await fetcher(mine.signal);
      if (mine.signal.aborted) return;
      data.value = value;
      failure.value = undefined;
    } catch (error) {
      if (mine.signal.aborted) return;
      failure.value = toFailure(error);
    }
    isLoading.value = false;
    running = undefined;
  };

  /** Schedules one refresh soon, however many events arrive, and never aborts a request in progress. */
  const refreshSoon = (): void => {
    if (later !== undefined || document.hidden) return;
    const wait = running === undefined ? Math.max(50, askedAt + MIN_MS - Date.now()) : MIN_MS;
    later = setTimeout(() => void refresh(), wait);
  };

  const isOld = ({ type }: LiveEvent): boolean =>
    type === 'reset' || on.some((one) => type === one || type.startsWith(`${one}.`));
  const stopListening = listen((event) => {
    if (isOld(event) && (event.type === 'reset' || isConcerned(event))) refreshSoon();
  });
  const poll = setInterval(() => {
    if (!document.hidden && (liveState.value !== 'live' || Date.now() - askedAt >= POLL_MS)) refreshSoon();
  }, POLL_MS);
  const onVisible = (): void => {
    if (!document.hidden && Date.now() - askedAt > MIN_MS) refreshSoon();
  };
  document.addEventListener('visibilitychange', onVisible);
  if (getCurrentScope() !== undefined) {
    onScopeDispose(() => {
      running?.abort();
      clearTimeout(later);
      clearInterval(poll);
      stopListening();
      document.removeEventListener('visibilitychange', onVisible);
    });
  }
  if (key === undefined) void refresh();
  else
    watch(
      () => JSON.stringify(key()),
      () => {
        if (!keeps) data.value = undefined;
        failure.value = undefined;
        isLoading.value = data.value === undefined;
        void refresh();
      },
      { immediate: true },
    );
  const set = (value: T): void => {
    data.value = value;
    failure.value = undefined;
    isLoading.value = false;
  };
  return { data, failure, isLoading, refresh, set };
}
