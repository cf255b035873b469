import { readonly, type Slot, shallowRef } from 'vue';

/** The visible tooltip and its target. */
export interface ShownTip {
  readonly anchor: HTMLElement;
  readonly side: 'top' | 'bottom';
  readonly content: Slot | string;
}

/** One tooltip for the whole page, however many targets it has. */
const shown = shallowRef<ShownTip>();

export const shownTip = readonly(shown);

export const TIP_ID = 'tip';

/** Wait, so that a passing pointer shows nothing. */
const SHOW_MS = 250;
/** Long enough to move the pointer from the target into the tooltip. */
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

/** Cancelled if the pointer moves into the tooltip. */
export function hideTipSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(hideTip, HIDE_MS);
}

export function keepTip(): void {
  clearTimeout(timer);
}
