import { hash, timingSafeEqual } from 'node:crypto';
import type { TokenGrant } from '../../model/grant.ts';
import type { Credential } from '../tokens/credential.ts';

/** `anybody`: no token is required, and no named token was sent. */
export type TokenVerdict =
  | { readonly kind: 'right'; readonly credential: Credential }
  | { readonly kind: 'anybody' | 'missing' | 'wrong' | 'expired' | 'revoked' };

/** The tokens in the gateway's data folder. */
export interface OwnSecrets {
  readonly owner: string;
  /** The tokens of clients without a named token. The same array until they change. */
  readonly clients: () => readonly string[];
}

export interface TokenCheckOptions {
  /** `undefined` when no token is required. The grant of a named token applies even then. */
  readonly secrets: OwnSecrets | undefined;
  /** Looks up a named token. */
  readonly named: (token: string) => TokenGrant | 'expired' | 'revoked' | undefined;
  /** The account that runs the gateway. */
  readonly ownerName: string;
}

/** A longer header holds no token of the gateway, and is not hashed. */
const MOST_CHARACTERS = 512;

/** Accepted headers that are cached: a token may come with `Bearer`, `bearer` or a further blank. */
const MOST_REMEMBERED = 16;

const MISSING: TokenVerdict = Object.freeze({ kind: 'missing' });
const WRONG: TokenVerdict = Object.freeze({ kind: 'wrong' });
const ANYBODY: TokenVerdict = Object.freeze({ kind: 'anybody' });
const CLIENT: TokenVerdict = { kind: 'right', credential: { kind: 'client', grant: undefined } };

/**
 * Checks an `Authorization` header. Hashes are compared in constant time, so that the duration reveals nothing about the token, not even
 * its length. An accepted header is cached in a map; its look-up hashes the whole header, which reveals nothing either.
 */
export function createTokenCheck(options: TokenCheckOptions): (header: string | undefined) => TokenVerdict {
  const { secrets, named, ownerName } = options;
  const owner: TokenVerdict = { kind: 'right', credential: { kind: 'owner', via: 'file', name: ownerName } };
  const otherwise = secrets === undefined ? ANYBODY : WRONG;
  let clients: readonly string[] = [];
  let expected: readonly { readonly digest: Buffer; readonly verdict: TokenVerdict }[] = [];
  const accepted = new Map<string, TokenVerdict>();
  const refresh = (): void => {
    if (secrets === undefined || (clients === secrets.clients() && expected.length > 0)) return;
    clients = secrets.clients();
    accepted.clear();
    expected = [
      { digest: digestOf(secrets.owner), verdict: owner },
      ...clients.map((client) => ({ digest: digestOf(client), verdict: CLIENT })),
    ];
  };
  return (header) => {
    if (header === undefined) return secrets === undefined ? ANYBODY : MISSING;
    refresh();
    const known = accepted.get(header);
    if (known !== undefined) return known;
    if (header.length > MOST_CHARACTERS) return otherwise;
    const [, given] = /^bearer +(\S+)$/i.exec(header) ?? [];
    if (given === undefined) return otherwise;
    const digest = digestOf(given);
    // All are compared, so that the duration does not reveal which one matched.
    const right = expected.filter((secret) => timingSafeEqual(digest, secret.digest))[0];
    if (right !== undefined) {
      if (accepted.size < MOST_REMEMBERED) accepted.set(header, right.verdict);
      return right.verdict;
    }
    const grant = named(given);
    if (grant === undefined) return otherwise;
    return typeof grant === 'string' ? { kind: grant } : { kind: 'right', credential: toCredential(grant) };
  };
}

const toCredential = (grant: TokenGrant): Credential =>
  grant.kind === 'api' ? { kind: 'owner', via: 'api-token', name: grant.name } : { kind: 'client', grant };

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
