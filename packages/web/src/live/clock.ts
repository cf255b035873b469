import { onScopeDispose, type Ref, ref } from 'vue';

const now = ref(Date.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, updated every second while any component uses it: one shared timer. */
export function useNow(): Readonly<Ref<number>> {
  users++;
  now.value = Date.now();
  timer ??= setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, 1_000);
  onScopeDispose(() => {
    users--;
    if (users > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
  return now;
}
