import type { Entry } from './draft.ts';

/**
 * Enables or disables an entry. Enabled is the default and is not written.
 *
 * @example
 * withDisabled({ command: 'x', disabled: true }, false) // { command: 'x' }
 */
export function withDisabled(entry: Entry, disabled: boolean): Entry {
  const { disabled: _, ...rest } = entry;
  return disabled ? { ...rest, disabled } : rest;
}
