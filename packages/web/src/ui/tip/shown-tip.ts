import { readonly, type Slot, shallowRef } from 'vue';

/** What is said now, and of what. */
export interface ShownTip {
  readonly anchor: HTMLElement;
  readonly side: 'top' | 'bottom';
  readonly content: Slot | string;
}

/** One for the whole page: a list with a thousand marks has one tip, not a thousand. */
const shown = shallowRef<ShownTip>();

export const shownTip = readonly(shown);

export const TIP_ID = 'tip';

/** A pointer that only passes by asks for nothing. */
const SHOW_MS = 250;
/** Long enough to get from what it belongs to into the tip itself. */
const HIDE_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;

export function showTip(tip: ShownTip, afterMs = 0): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!tip.anchor.isConnected) return;
    shown.value?.anchor.removeAttribute('aria-describedby');
    shown.value = tip;
    tip.anchor.setAttribute('aria-describedby', TIP_ID);
  }, afterMs);
}

export const showTipSoon = (tip: ShownTip): void => showTip(tip, SHOW_MS);

export function hideTip(): void {
  clearTimeout(timer);
  shown.value?.anchor.removeAttribute('aria-describedby');
  shown.value = undefined;
}

/** Unless the pointer gets into the tip meanwhile. */
export function hideTipSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(hideTip, HIDE_MS);
}

export function keepTip(): void {
  clearTimeout(timer);
}
