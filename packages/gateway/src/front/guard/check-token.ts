import { hash, timingSafeEqual } from 'node:crypto';

export type TokenVerdict = 'right' | 'missing' | 'wrong';

/** Longer is no token of ours, and not worth hashing. */
const MOST_CHARACTERS = 512;

/** Spellings of the right header that are remembered: `Bearer`, `bearer`, a blank more. */
const MOST_REMEMBERED = 8;

/**
 * Checks an `Authorization` header. Hashes are compared, in constant time, so that time tells nothing of the token, not
 * even its length. The header that was right once is remembered: found by the hash of all of it, which tells nothing either.
 */
export function createTokenCheck(token: string): (header: string | undefined) => TokenVerdict {
  const expected = hash('sha256', token, 'buffer');
  const accepted = new Set<string>();
  return (header) => {
    if (header === undefined) return 'missing';
    if (accepted.has(header)) return 'right';
    if (header.length > MOST_CHARACTERS) return 'wrong';
    const [, given] = /^bearer +(\S+)$/i.exec(header) ?? [];
    if (given === undefined || !timingSafeEqual(hash('sha256', given, 'buffer'), expected)) return 'wrong';
    if (accepted.size < MOST_REMEMBERED) accepted.add(header);
    return 'right';
  };
}
