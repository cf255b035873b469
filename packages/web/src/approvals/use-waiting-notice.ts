import { onScopeDispose, watch } from 'vue';
import { router } from '../app/router.ts';
import { listen } from '../live/live.ts';
import { startNotifications } from '../live/notifications.ts';
import { withCount } from './title-count.ts';

/**
 * Says outside of the page that somebody is waited for: how many in the window's title, and each in a notification where a person
 * wants that.
 */
export function useWaitingNotice(count: () => number): void {
  // Out of sight nothing is asked for anew, and that is when the title matters: events are counted instead.
  let drift = 0;
  const retitle = (): void => {
    const title = withCount(document.title, Math.max(0, count() + drift));
    if (title !== document.title) document.title = title;
  };
  // Each page sets a title of its own.
  const observer = new MutationObserver(retitle);
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
  watch(count, retitle, { immediate: true });
  const stopCounting = listen(({ type }) => {
    if (!document.hidden) return;
    if (type === 'approvals.requested') drift++;
    if (type === 'approvals.resolved') drift--;
    retitle();
  });
  const onVisible = (): void => {
    if (!document.hidden) drift = 0;
  };
  document.addEventListener('visibilitychange', onVisible);
  const stop = startNotifications((id) => void router.push({ name: 'approvals', params: { id } }));
  onScopeDispose(() => {
    observer.disconnect();
    stop();
    stopCounting();
    document.removeEventListener('visibilitychange', onVisible);
    document.title = withCount(document.title, 0);
  });
}
