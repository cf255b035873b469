import { getCurrentScope, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type LiveEvent, listen, liveState } from '../live/live.ts';
import { type ApiFailure, toFailure } from './api-failure.ts';

export interface Resource<T> {
  /** What is known; what was known before stays until there is something newer. */
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** Why it is not newer; gone when it is. */
  readonly failure: Readonly<ShallowRef<ApiFailure | undefined>>;
  /** Only while there is nothing to show yet: what is shown never gives way to a spinner. */
  readonly isLoading: Readonly<Ref<boolean>>;
  /** Asks anew. */
  readonly refresh: () => Promise<void>;
  /** Puts in what is known otherwise, such as the answer to a change. */
  readonly set: (value: T) => void;
}

export interface ResourceOptions {
  /** Which events make it old: their types, or the beginning before the dot. */
  readonly on?: readonly string[];
  /** Whether this event does; all of those types unless given. */
  readonly isConcerned?: (event: LiveEvent) => boolean;
  /** What it depends on; asked anew when that changes. `undefined` asks for nothing. */
  readonly key?: () => unknown;
  /** Whether what is shown stays until the answer for another key is there: for filters, not for another subject. */
  readonly keeps?: boolean;
}

/** However many events there are, it is asked for this often at most. */
const LEAST_MS = 1_000;

/** Where events do not come, and as a safety where they do. */
const POLL_MS = 30_000;

/**
 * Something of the API that a page shows: asked for at once and when `key` changes, again when an event says that it is old, and
 * every 30 seconds. It belongs to the component that uses it and ends with it.
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

  /** Soon, and once, however often it is said; never cutting off an answer that is on its way. */
  const refreshSoon = (): void => {
    if (later !== undefined || document.hidden) return;
    const wait = running === undefined ? Math.max(50, askedAt + LEAST_MS - Date.now()) : LEAST_MS;
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
    if (!document.hidden && Date.now() - askedAt > LEAST_MS) refreshSoon();
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
