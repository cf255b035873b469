import { createHash } from 'node:crypto';
import type { ListMethod } from '../model/catalog.ts';
import { MAX_CURSOR_LENGTH } from './limits.ts';

/** The last entry of a page: its mark and its position. */
export interface PageEnd {
  readonly mark: string;
  readonly position: number;
}

/** A short hash of a name or URI: those may have any length, but cursors appear in headers and URLs. */
export function entryMark(exposed: string): string {
  return createHash('sha256').update(exposed).digest('base64url').slice(0, MARK_LENGTH);
}

/** 96 bits, so that no two entries of a list collide. */
const MARK_LENGTH = 16;

/** An opaque cursor with the last entry, because a position alone shifts when servers come or go. */
export function toCursor(list: ListMethod, { mark, position }: PageEnd): string {
  return Buffer.from(JSON.stringify([list, mark, position])).toString('base64url');
}

/** `undefined` if it is not a cursor of this list. */
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
