import { onScopeDispose, reactive, watch } from 'vue';

export interface Shortcut {
  /** A `KeyboardEvent.key`, or a sequence of two such as `g d`. */
  readonly keys: string;
  readonly says: string;
  readonly run: (event: KeyboardEvent) => void;
}

/** The active shortcuts, newest last; a later one wins over an earlier one with the same keys. */
export const shortcuts = reactive(new Set<Shortcut>());

const SEQUENCE_MS = 1_000;
let first = '';
let sequenceStartedAt = 0;

/** Registers a shortcut for as long as the component is mounted. It does not fire in text fields. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, says: string): void {
  const shortcut: Shortcut = { keys, says, run };
  shortcuts.add(shortcut);
  onScopeDispose(() => shortcuts.delete(shortcut));
}

/** Open dialogs: while there is one, keys belong to it and never to the page behind it. */
const muters = new Set<symbol>();

export const areShortcutsMuted = (): boolean => muters.size > 0;

/**
 * Mutes all shortcuts while a dialog is open. The watcher is synchronous, so that even the next key press is muted,
 * before the dialog has rendered.
 */
export function useMutedShortcuts(isOpen: () => boolean): void {
  const muter = Symbol('dialog');
  watch(isOpen, (open) => (open ? muters.add(muter) : muters.delete(muter)), { immediate: true, flush: 'sync' });
  onScopeDispose(() => muters.delete(muter));
}

/** Handles every key press of the page. */
export function handleKey(event: KeyboardEvent): void {
  if (areShortcutsMuted()) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const sequence = Date.now() - sequenceStartedAt < SEQUENCE_MS ? `${first} ${event.key}` : '';
  const known = [...shortcuts].reverse();
  const hit = known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === event.key);
  first = event.key;
  sequenceStartedAt = Date.now();
  if (hit === undefined) return;
  event.preventDefault();
  sequenceStartedAt = 0;
  hit.run(event);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="listbox"], [role="menu"]') !== null
  );
}
