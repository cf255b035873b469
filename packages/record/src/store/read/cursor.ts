/**
 * Where a page ended: at the call with this key. An opaque text for clients, with a version in it, so that one from an older
 * release is told apart and not misread.
 *
 * @example
 * parseCursor(toCursor(3721640239104000)) // 3721640239104000
 */
export function toCursor(seq: number): string {
  return Buffer.from(`${VERSION}:${seq}`).toString('base64url');
}

/** The key in a cursor; `undefined` for a text that is none. */
export function parseCursor(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [version, digits] = Buffer.from(text, 'base64url').toString().split(':');
  const seq = Number(digits);
  // Written again it is the same text: nothing was dropped or rounded on the way.
  return version === VERSION && Number.isSafeInteger(seq) && seq >= 0 && toCursor(seq) === text ? seq : undefined;
}

const VERSION = '1';

/** Of the longest key. */
const MAX_LENGTH = toCursor(Number.MAX_SAFE_INTEGER).length;
