import type { Demo } from '@toolmark/api-contract';
import { type ComputedRef, computed, ref, watch } from 'vue';
import { toFailure } from '../../api/api-failure.ts';
import { post, remove } from '../../api/request.ts';
import { type Resource, useResource } from '../../api/use-resource.ts';
import { DEMO_CLIENT } from './setup-progress.ts';

/** No event reports the demo's progress, so poll at this interval. */
const POLL_MS = 1_000;

/** The start time of the demo on screen; a finished demo stays visible until the user closes it. */
const followed = ref<string | null>(null);
/** Counts the starts, so that components refetch at once. */
const starts = ref(0);

/**
 * Starts the demo, or follows the one that is already running.
 *
 * @example
 * await startDemo();
 * await router.push('/'); // Where it is shown.
 */
export async function startDemo(): Promise<void> {
  try {
    followed.value = (await post<Demo>('/demo', { body: {} })).started_at;
  } catch (error) {
    if (toFailure(error).code !== 'conflict') throw error;
  }
  starts.value++;
}

export interface WatchedDemo {
  readonly demo: Resource<Demo>;
  readonly isRunning: ComputedRef<boolean>;
  /** Whether the panel is visible. */
  readonly isShown: ComputedRef<boolean>;
  readonly stop: () => Promise<void>;
  readonly close: () => void;
}

/** The demo's progress, polled every second while it runs. */
export function useDemo(): WatchedDemo {
  // Calls reveal a demo that was started elsewhere, such as on the command line.
  const demo = useResource<Demo>('/demo', {
    on: ['tool_calls'],
    isConcerned: ({ data }) => data['client_name'] === DEMO_CLIENT,
    pollMs: (now) => (now?.state === 'running' ? POLL_MS : undefined),
  });
  const isRunning = computed(() => demo.data.value?.state === 'running');
  const isShown = computed(() => isRunning.value || isFollowed(demo.data.value, followed.value));
  watch(starts, () => void demo.refresh());
  watch(
    isRunning,
    (runs) => {
      if (runs) followed.value = demo.data.value?.started_at ?? null;
    },
    { immediate: true },
  );
  return {
    demo,
    isRunning,
    isShown,
    stop: async () => demo.set(await remove<Demo>('/demo')),
    close: () => (followed.value = null),
  };
}

const isFollowed = (demo: Demo | undefined, since: string | null): boolean =>
  since !== null && demo?.started_at === since;
