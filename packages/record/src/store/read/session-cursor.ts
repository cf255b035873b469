import type { SessionsTable } from '../schema.ts';

/** A place in the list of sessions: by when they began, and those of one moment by their id. */
export type SessionPlace = Readonly<Pick<SessionsTable, 'start_time' | 'id'>>;

/**
 * Where a page of sessions ended: at this one. An opaque text for clients, with a version in it that no other cursor has.
 *
 * @example
 * parseSessionCursor(toSessionCursor({ start_time: 1_794_740_400_000, id: 's-1' })) // { start_time: 1794740400000, id: 's-1' }
 */
export function toSessionCursor({ start_time, id }: SessionPlace): string {
  return Buffer.from(`${VERSION}:${start_time}:${id}`).toString('base64url');
}

/** The place in a cursor; `undefined` for a text that is none. */
export function parseSessionCursor(text: string): SessionPlace | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, digits, id] = PATTERN.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (digits === undefined || id === undefined) return undefined;
  const place = { start_time: Number(digits), id };
  // Written again it is the same text: nothing was dropped or rounded on the way.
  return Number.isSafeInteger(place.start_time) && toSessionCursor(place) === text ? place : undefined;
}

const VERSION = 's1';
const PATTERN = /^s1:(\d{1,16}):(.+)$/su;

/** Ids have 36 characters. */
const MAX_LENGTH = 200;
