import type { Ref } from 'vue';
import { useShortcut } from './use-shortcut.ts';

/**
 * Moves the focus between the rows of a short list with j and k: to the element with `data-main` in each. Enter follows
 * the link natively.
 */
export function useRowKeys(list: Readonly<Ref<HTMLElement | null>>, what: string): void {
  const go = (step: 1 | -1): void => {
    const mains = [...(list.value?.querySelectorAll<HTMLElement>('[data-main]') ?? [])];
    const here = mains.findIndex((one) => one.closest('[data-row]')?.contains(document.activeElement));
    const next =
      here === -1 ? (step === 1 ? 0 : mains.length - 1) : Math.max(0, Math.min(mains.length - 1, here + step));
    mains[next]?.focus();
  };
  useShortcut('j', () => go(1), `Next ${what}`);
  useShortcut('k', () => go(-1), `Previous ${what}`);
}
