import { createHash } from 'node:crypto';
import type { ListMethod } from '../model/catalog.ts';
import { MAX_CURSOR_LENGTH } from './limits.ts';

/** Where a page ended: after the entry of this mark, which was at this position. */
export interface PageEnd {
  readonly mark: string;
  readonly position: number;
}

/** What stands for a name or an address in a cursor: those may have any length, and cursors go into headers and URLs. */
export function markOf(exposed: string): string {
  return createHash('sha256').update(exposed).digest('base64url').slice(0, MARK_LENGTH);
}

/** 96 bits: no two entries of a list have the same. */
const MARK_LENGTH = 16;

/** An opaque text for the client. It says after whom to go on, because a position alone shifts when a server comes or goes. */
export function toCursor(list: ListMethod, { mark, position }: PageEnd): string {
  return Buffer.from(JSON.stringify([list, mark, position])).toString('base64url');
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
  const [ofList, mark, position]: readonly unknown[] = value;
  if (ofList !== list || typeof mark !== 'string') return undefined;
  return typeof position === 'number' && Number.isSafeInteger(position) && position >= 0
    ? { mark, position }
    : undefined;
}
