import type { Entry } from './draft.ts';

/**
 * An entry that is on or off. Being on is what is usual, and needs no word.
 *
 * @example
 * withDisabled({ command: 'x', disabled: true }, false) // { command: 'x' }
 */
export function withDisabled(entry: Entry, disabled: boolean): Entry {
  const { disabled: _, ...rest } = entry;
  return disabled ? { ...rest, disabled } : rest;
}
