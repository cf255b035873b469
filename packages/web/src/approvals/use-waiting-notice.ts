import { useEventListener, useMutationObserver } from '@vueuse/core';
import { onScopeDispose, watch } from 'vue';
import { router } from '../app/router.ts';
import { listen } from '../live/live.ts';
import { startNotifications } from '../live/notifications.ts';
import { withCount } from './title-count.ts';

/**
 * Shows waiting calls outside of the page: their number in the window title and, if enabled, a notification for each.
 */
export function useWaitingNotice(count: () => number): void {
  // A background page does not refetch, but its title still has to be right: count the events instead.
  let drift = 0;
  const retitle = (): void => {
    const title = withCount(document.title, Math.max(0, count() + drift));
    if (title !== document.title) document.title = title;
  };
  // Each page sets its own title.
  useMutationObserver(document.head, retitle, { subtree: true, childList: true, characterData: true });
  watch(count, retitle, { immediate: true });
  const stopCounting = listen(({ type }) => {
    if (!document.hidden) return;
    if (type === 'approvals.requested') drift++;
    if (type === 'approvals.resolved') drift--;
    retitle();
  });
  useEventListener(document, 'visibilitychange', () => {
    if (!document.hidden) drift = 0;
  });
  const stop = startNotifications((id) => void router.push({ name: 'approvals', params: { id } }));
  onScopeDispose(() => {
    stop();
    stopCounting();
    document.title = withCount(document.title, 0);
  });
}
