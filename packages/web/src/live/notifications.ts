import { useEventListener } from '@vueuse/core';
import { readonly, ref } from 'vue';
import { listen } from './live.ts';
import { type Notice, type NotifyState, notifyStateOf, toNotice } from './notice.ts';

const KEY = 'toolmark.notify';
const isWanted = ref(false);
const permission = ref<NotificationPermission | 'missing'>('missing');
const shown = new Map<string, Notification>();

const state = ref<NotifyState>('off');
export const notifyState = readonly(state);

/** Asks for the browser's permission; call this only after a click. */
export async function turnNotificationsOn(): Promise<void> {
  if (typeof Notification === 'undefined') return setState('missing');
  permission.value =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  keep(permission.value === 'granted');
}

export function turnNotificationsOff(): void {
  keep(false);
}

/** Notifies of new approval requests while the page is in the background. Returns a function that stops this. */
export function startNotifications(open: (approvalId: string) => void): () => void {
  permission.value = typeof Notification === 'undefined' ? 'missing' : Notification.permission;
  isWanted.value = stored();
  settle();
  const stop = listen((event) => {
    const id = event.data['id'];
    if (event.type === 'approvals.resolved' && typeof id === 'string') return withdraw(id);
    if (state.value !== 'on' || !document.hidden) return;
    const notice = toNotice(event, Date.now());
    if (notice !== undefined) show(notice, open);
  });
  const stopWatching = useEventListener(document, 'visibilitychange', () => {
    if (!document.hidden) for (const id of [...shown.keys()]) withdraw(id);
  });
  return () => {
    stop();
    stopWatching();
    for (const id of [...shown.keys()]) withdraw(id);
  };
}

function show({ id, title, body }: Notice, open: (approvalId: string) => void): void {
  try {
    const notification = new Notification(title, { body, tag: `toolmark-${id}`, icon: '/favicon.svg' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      open(id);
    });
    notification.addEventListener('close', () => shown.delete(id));
    shown.set(id, notification);
  } catch {
    // Some mobile browsers define `Notification` but throw when it is created.
    setState('missing');
  }
}

function withdraw(id: string): void {
  shown.get(id)?.close();
  shown.delete(id);
}

function keep(isOn: boolean): void {
  isWanted.value = isOn;
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  settle();
}

function settle(): void {
  setState(notifyStateOf(permission.value, isWanted.value));
}

function setState(now: NotifyState): void {
  state.value = now;
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}
