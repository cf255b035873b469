import { reactive } from 'vue';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'failed' | 'news';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toasts = reactive<Toast[]>([]);

const MAX = 4;
const SHOWN_MS = 6_000;
let ids = 0;

/** Shows a notification. It disappears by itself; failures stay until the user closes them. */
export function toast(kind: Toast['kind'], text: string, action?: Toast['action']): void {
  const id = ++ids;
  toasts.push({ id, kind, text, ...(action && { action }) });
  if (toasts.length > MAX) toasts.shift();
  if (kind !== 'failed') setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((one) => one.id === id);
  if (index !== -1) toasts.splice(index, 1);
}
