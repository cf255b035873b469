/**
 * The end of a page: the key of its last call. Opaque to clients, with a version, so that cursors of older releases are
 * rejected.
 *
 * @example
 * parseCursor(toCursor(3721640239104000)) // 3721640239104000
 */
export function toCursor(seq: number): string {
  return Buffer.from(`${VERSION}:${seq}`).toString('base64url');
}

/** The key in a cursor; `undefined` for an invalid text. */
export function parseCursor(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [version, digits] = Buffer.from(text, 'base64url').toString().split(':');
  const seq = Number(digits);
  // Round-trip to make sure that nothing was dropped or rounded.
  return version === VERSION && Number.isSafeInteger(seq) && seq >= 0 && toCursor(seq) === text ? seq : undefined;
}

const VERSION = '1';

/** The length of the longest key. */
const MAX_LENGTH = toCursor(Number.MAX_SAFE_INTEGER).length;
