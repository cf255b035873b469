import { hash, timingSafeEqual } from 'node:crypto';
import type { TokenGrant } from '../../tokens/grant.ts';

/** `undefined` as the grant is whoever has the gateway's own token. */
export type TokenVerdict =
  | { readonly kind: 'right'; readonly grant: TokenGrant | undefined }
  | { readonly kind: 'missing' | 'wrong' | 'expired' | 'revoked' };

export interface TokenCheckOptions {
  /** `undefined` lets everybody in; who shows a named token is held to it even so. */
  readonly token: string | undefined;
  /** Whom a named token lets in. */
  readonly named: (token: string) => TokenGrant | 'expired' | 'revoked' | undefined;
}

/** Longer is no token of ours, and not worth hashing. */
const MOST_CHARACTERS = 512;

/** Spellings of the right header that are remembered: `Bearer`, `bearer`, a blank more. */
const MOST_REMEMBERED = 8;

const OWN: TokenVerdict = Object.freeze({ kind: 'right', grant: undefined });
const MISSING: TokenVerdict = Object.freeze({ kind: 'missing' });
const WRONG: TokenVerdict = Object.freeze({ kind: 'wrong' });

/**
 * Checks an `Authorization` header. Hashes are compared, in constant time, so that time tells nothing of the token, not
 * even its length. The header that was right once is remembered: found by the hash of all of it, which tells nothing either.
 */
export function createTokenCheck({ token, named }: TokenCheckOptions): (header: string | undefined) => TokenVerdict {
  const expected = token === undefined ? undefined : hash('sha256', token, 'buffer');
  const accepted = new Set<string>();
  const otherwise = expected === undefined ? OWN : WRONG;
  return (header) => {
    if (header === undefined) return expected === undefined ? OWN : MISSING;
    if (accepted.has(header)) return OWN;
    if (header.length > MOST_CHARACTERS) return otherwise;
    const [, given] = /^bearer +(\S+)$/i.exec(header) ?? [];
    if (given === undefined) return otherwise;
    if (expected !== undefined && timingSafeEqual(hash('sha256', given, 'buffer'), expected)) {
      if (accepted.size < MOST_REMEMBERED) accepted.add(header);
      return OWN;
    }
    const grant = named(given);
    if (grant === undefined) return otherwise;
    return typeof grant === 'string' ? { kind: grant } : { kind: 'right', grant };
  };
}
