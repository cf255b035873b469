import { visible } from '../text/visible.ts';

/** What stands where a client does not say its name. */
export const UNKNOWN_CLIENT = 'Unknown client';

/**
 * A client as people read it.
 *
 * @example
 * formatClient('claude-code', '2.1.0') // 'claude-code 2.1.0'
 */
export function formatClient(name: string | null, version: string | null = null): string {
  if (name === null || name.trim() === '') return UNKNOWN_CLIENT;
  return visible(version === null || version === '' ? name : `${name} ${version}`, 80);
}

/** The shortened form of an id: enough to tell a few apart, the rest is copied. */
export const shortId = (id: string): string => (id.length <= 10 ? id : id.slice(-8));
