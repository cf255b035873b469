import { onScopeDispose, reactive, watch } from 'vue';

export interface Shortcut {
  /** As `KeyboardEvent.key` says it; two keys one after the other as `g d`. */
  readonly keys: string;
  readonly says: string;
  readonly run: (event: KeyboardEvent) => void;
}

/** Everything that can be done by keyboard now, the newest last; a later one comes before an earlier one with the same keys. */
export const shortcuts = reactive(new Set<Shortcut>());

const SEQUENCE_MS = 1_000;
let first = '';
let firstAt = 0;

/** Does something when keys are pressed outside of a field, as long as the component that asks for it is there. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, says: string): void {
  const shortcut: Shortcut = { keys, says, run };
  shortcuts.add(shortcut);
  onScopeDispose(() => shortcuts.delete(shortcut));
}

/** Dialogs that are open: while there is one, a key belongs to it and never to the page behind it. */
const muters = new Set<symbol>();

export const areShortcutsMuted = (): boolean => muters.size > 0;

/**
 * Mutes all shortcuts while something is open above the page. The watcher is synchronous: the key after the one that opened it is
 * muted already, also when the dialog is not drawn yet.
 */
export function useMutedShortcuts(isOpen: () => boolean): void {
  const muter = Symbol('dialog');
  watch(isOpen, (open) => (open ? muters.add(muter) : muters.delete(muter)), { immediate: true, flush: 'sync' });
  onScopeDispose(() => muters.delete(muter));
}

/** Hears every key of the page. */
export function hearKeys(event: KeyboardEvent): void {
  if (areShortcutsMuted()) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const sequence = Date.now() - firstAt < SEQUENCE_MS ? `${first} ${event.key}` : '';
  const known = [...shortcuts].reverse();
  const hit = known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === event.key);
  first = event.key;
  firstAt = Date.now();
  if (hit === undefined) return;
  event.preventDefault();
  firstAt = 0;
  hit.run(event);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="listbox"], [role="menu"]') !== null
  );
}
