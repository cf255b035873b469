import { createSharedComposable, useIntervalFn } from '@vueuse/core';
import { type Ref, ref } from 'vue';

/** The current time, updated every second while any component uses it: one shared timer. */
export const useNow: () => Readonly<Ref<number>> = createSharedComposable(() => {
  const now = ref(Date.now());
  useIntervalFn(() => {
    if (!document.hidden) now.value = Date.now();
  }, 1_000);
  return now;
});
