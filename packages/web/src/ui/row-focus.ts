import { type InjectionKey, inject, provide } from 'vue';

const IN_ROW: InjectionKey<true> = Symbol('row');

/**
 * Makes a row of a list one stop of the Tab key: what is in it besides its main link is reached with the right and left
 * arrow keys.
 */
export function provideRow(): void {
  provide(IN_ROW, true);
}

/** The `tabindex` of a secondary control: -1 inside of a row, its own elsewhere. */
export const useRowTabIndex = (): -1 | undefined => (inject(IN_ROW, undefined) ? -1 : undefined);

const ROWS = '[role="row"], [data-row], tr[data-clickable]';
const CONTROLS = 'a[href], button, input';

/** Moves the focus inside of a row. Returns whether the key did something. */
export function moveInRow({ key, target }: KeyboardEvent): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined || !(target instanceof HTMLElement) || target.closest('[role="menu"]') !== null) return false;
  const row = target.closest(ROWS);
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isReachable);
  const next = controls[controls.indexOf(target) + step];
  if (!controls.includes(target) || next === undefined) return false;
  next.focus();
  return true;
}

const isReachable = (control: HTMLElement): boolean =>
  control.getClientRects().length > 0 &&
  control.getAttribute('aria-hidden') !== 'true' &&
  !control.hasAttribute('disabled');
