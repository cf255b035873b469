import { skipToken, useQuery } from '@tanstack/vue-query';
import { type ComputedRef, computed, type MaybeRefOrGetter, onScopeDispose, type Ref, toValue } from 'vue';
import { type LiveEvent, listen } from '../live/live.ts';
import { type ApiFailure, toFailure } from './api-failure.ts';
import { ask, keyOf, POLL_MS, type Question, queries, refetchSoon, storeAnswer } from './queries.ts';

export interface Resource<T> {
  /** The latest answer; stays until a newer one arrives. */
  readonly data: ComputedRef<T | undefined>;
  /** Why the last refresh failed; undefined after the next success. */
  readonly failure: ComputedRef<ApiFailure | undefined>;
  /** True only before the first answer: data on screen is never replaced by a spinner. */
  readonly isLoading: ComputedRef<boolean>;
  /** When the answer arrived, in milliseconds; changes with every answer, also if it brings nothing new. */
  readonly answeredAt: Readonly<Ref<number>>;
  /** Fetches again. */
  readonly refresh: () => Promise<void>;
  /** Sets the value from another source, such as the response to a change. */
  readonly set: (value: T) => void;
}

export interface ResourceOptions<T> {
  /** Events that trigger a refresh: full types, or their prefix before the dot. */
  readonly on?: readonly string[];
  /** Whether this event triggers a refresh; by default every event of the types in `on`. */
  readonly isConcerned?: (event: LiveEvent) => boolean;
  /** Keeps the old answer on screen until the one to the new question arrives: for filters, not for another subject. */
  readonly keeps?: boolean;
  /** Asks only when the question changes or on request. */
  readonly isPaused?: () => boolean;
  /** Polls at this interval, for an answer whose changes no event reports. */
  readonly pollMs?: (answer: T | undefined) => number | undefined;
}

/**
 * Data from the API for one component: fetched when it is created and when the question changes, refreshed by events,
 * when the window becomes visible, and every 30 seconds. `undefined` asks nothing. Components with the same question
 * share one answer.
 *
 * @example
 * const sessions = useResource<SessionList>(['/sessions', { limit: 20 }], { on: ['sessions'] });
 * const server = useResource<Server>(() => `/servers/${part(name)}`, { on: ['servers'] });
 */
export function useResource<T>(
  question: MaybeRefOrGetter<Question<T> | undefined>,
  { on = [], isConcerned = () => true, keeps = false, isPaused = () => false, pollMs }: ResourceOptions<T> = {},
): Resource<T> {
  const asked = computed(() => toValue(question));
  const key = computed(() => keyOf(asked.value));
  const query = useQuery<T>(() => {
    const now = asked.value;
    return {
      queryKey: key.value,
      queryFn: now === undefined ? skipToken : (context) => ask(now, context),
      shallow: true,
      ...(pollMs && { refetchInterval: ({ state }) => pollMs(state.data) ?? POLL_MS }),
      ...(isPaused() && { refetchInterval: false, refetchOnWindowFocus: false }),
    };
  }, queries);
  const stopListening = listen((event) => {
    const isOld = on.some((one) => event.type === one || event.type.startsWith(`${one}.`)) && isConcerned(event);
    if ((isOld || event.type === 'reset') && asked.value !== undefined && !isPaused()) refetchSoon(key.value);
  });
  onScopeDispose(stopListening);

  const data = computed<T | undefined>((before) => query.data.value ?? (keeps ? before : undefined));
  const failure = computed<ApiFailure | undefined>((before) => {
    if (query.error.value !== null) return toFailure(query.error.value);
    // A retry clears the error of a question without an answer; the reason stays on screen until there is one.
    return query.isPending.value && query.errorUpdatedAt.value > 0 ? before : undefined;
  });
  return {
    data,
    failure,
    isLoading: computed(() => data.value === undefined && failure.value === undefined),
    answeredAt: query.dataUpdatedAt,
    refresh: async () => {
      if (asked.value !== undefined) await query.refetch();
    },
    set: (value) => {
      if (asked.value !== undefined) storeAnswer(asked.value, value);
    },
  };
}
