import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';
import { onBeforeRouteLeave } from 'vue-router';

export interface UnsavedGuard {
  /** Whether somebody is about to leave what is not saved, and should be asked. */
  readonly isAsking: Ref<boolean>;
  /** Whether they may. */
  readonly answer: (mayLeave: boolean) => void;
}

/** Asks before what is not saved is left behind: by the page's own dialog within it, by the browser's when the window is closed. */
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
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (isDirty.value) event.preventDefault();
  };
  onMounted(() => window.addEventListener('beforeunload', onUnload));
  onBeforeUnmount(() => window.removeEventListener('beforeunload', onUnload));
  return { isAsking, answer };
}
