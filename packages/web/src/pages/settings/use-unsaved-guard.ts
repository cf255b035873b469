import { useEventListener } from '@vueuse/core';
import { type Ref, ref } from 'vue';
import { onBeforeRouteLeave } from 'vue-router';

export interface UnsavedGuard {
  /** Whether the user is about to leave unsaved changes and has to confirm. */
  readonly isAsking: Ref<boolean>;
  /** Answers that question. */
  readonly answer: (mayLeave: boolean) => void;
}

/**
 * Asks before unsaved changes are lost: with the page's own dialog on navigation, with the browser's when the window
 * closes.
 */
export function useUnsavedGuard(isDirty: Readonly<Ref<boolean>>): UnsavedGuard {
  const isAsking = ref(false);
  let settle: ((mayLeave: boolean) => void) | undefined;
  const answer = (mayLeave: boolean): void => {
    isAsking.value = false;
    settle?.(mayLeave);
    settle = undefined;
  };
  onBeforeRouteLeave(() => {
    if (!isDirty.value) return true;
    settle?.(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    settle = resolve;
    isAsking.value = true;
    return promise;
  });
  useEventListener(window, 'beforeunload', (event) => {
    if (isDirty.value) event.preventDefault();
  });
  return { isAsking, answer };
}
