import type { ListMethod } from './catalog.ts';
import { MAX_CURSOR_LENGTH } from './limits.ts';

/** Where a page ended: after the entry of this name, which was at this position. */
export interface PageEnd {
  readonly exposed: string;
  readonly position: number;
}

/** An opaque text for the client. It says after whom to go on, because a position alone shifts when a server comes or goes. */
export function toCursor(list: ListMethod, { exposed, position }: PageEnd): string {
  return Buffer.from(JSON.stringify([list, exposed, position])).toString('base64url');
}

/** `undefined` for a text that is no cursor of this list. */
export function fromCursor(list: ListMethod, cursor: string): PageEnd | undefined {
  if (cursor.length > MAX_CURSOR_LENGTH) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [ofList, exposed, position]: readonly unknown[] = value;
  if (ofList !== list || typeof exposed !== 'string') return undefined;
  return typeof position === 'number' && Number.isSafeInteger(position) && position >= 0
    ? { exposed, position }
    : undefined;
}
