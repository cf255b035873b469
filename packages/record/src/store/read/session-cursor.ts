import type { SessionsTable } from '../schema.ts';

/** A position in the list of sessions: by start time, then by id. */
export type SessionPlace = Readonly<Pick<SessionsTable, 'start_time' | 'id'>>;

/**
 * The end of a page of sessions: its last one. Opaque to clients, with a version of its own.
 *
 * @example
 * parseSessionCursor(toSessionCursor({ start_time: 1_794_740_400_000, id: 's-1' })) // { start_time: 1794740400000, id: 's-1' }
 */
export function toSessionCursor({ start_time, id }: SessionPlace): string {
  return Buffer.from(`${VERSION}:${start_time}:${id}`).toString('base64url');
}

/** The position in a cursor; `undefined` for an invalid text. */
export function parseSessionCursor(text: string): SessionPlace | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, digits, id] = PATTERN.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (digits === undefined || id === undefined) return undefined;
  const place = { start_time: Number(digits), id };
  // Round-trip to make sure that nothing was dropped or rounded.
  return Number.isSafeInteger(place.start_time) && toSessionCursor(place) === text ? place : undefined;
}

const VERSION = 's1';
const PATTERN = /^s1:(\d{1,16}):(.+)$/su;

/** Ids have 36 characters. */
const MAX_LENGTH = 200;
