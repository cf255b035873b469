import { visible } from '../text/visible.ts';

/** The label of a client that does not send its name. */
export const UNKNOWN_CLIENT = 'Unknown client';

/**
 * A client's name and version for display.
 *
 * @example
 * formatClient('claude-code', '2.1.0') // 'claude-code 2.1.0'
 */
export function formatClient(name: string | null, version: string | null = null): string {
  if (name === null || name.trim() === '') return UNKNOWN_CLIENT;
  return visible(version === null || version === '' ? name : `${name} ${version}`, 80);
}

/** Shortens an id to its end: enough to tell a few apart; the full id can be copied. */
export const shortId = (id: string): string => (id.length <= 10 ? id : id.slice(-8));
