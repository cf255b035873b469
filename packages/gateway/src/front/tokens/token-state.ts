import type { NamedToken } from '@toolmark/api-contract';
import * as z from 'zod';
import type { TokenGrant } from '../../model/grant.ts';

/** A token as `tokens.json` keeps it: everything but the token. */
export interface StoredToken extends Omit<NamedToken, 'status'> {
  /** SHA-256, in hexadecimal digits. It has 32 random bytes behind it, so that nobody can go back by trying. */
  readonly hash: string;
}

export interface TokenState {
  /** Of the form of the file: another one is not for this version to read. */
  readonly version: 1;
  /** The newest last. */
  readonly tokens: readonly StoredToken[];
}

export const NO_TOKENS: TokenState = Object.freeze({ version: 1, tokens: [] });

const moment = z.iso.datetime();
const storedToken: z.ZodType<StoredToken> = z.strictObject({
  id: z.string().min(1),
  // Files of earlier versions have tokens for clients only, and none that may not answer.
  kind: z.enum(['client', 'api']).default('client'),
  name: z
    .string()
    .min(1)
    .refine(
      (name) => name.toLowerCase() !== 'local',
      "must not be 'local', which stands for callers without a named token",
    ),
  hash: z.string().regex(/^[\da-f]{64}$/, 'must be 64 hexadecimal digits'),
  hint: z.string(),
  ceiling: z.enum(['read', 'additive', 'destructive']).nullable(),
  servers: z.array(z.string().min(1)).min(1).nullable(),
  profile: z.string().min(1).nullable(),
  may_answer: z.boolean().default(true),
  created_at: moment,
  expires_at: moment.nullable(),
  last_used_at: moment.nullable(),
  revoked_at: moment.nullable(),
});

export const tokenStateSchema: z.ZodType<TokenState> = z.strictObject({
  version: z.literal(1),
  tokens: z.array(storedToken),
});

/** A token, with what is said of it again for every request worked out once. */
export interface KnownToken {
  readonly stored: StoredToken;
  readonly grant: TokenGrant;
  /** Milliseconds since 1970; never for one that lasts. */
  readonly expiresAt: number;
}

export interface TokenIndex {
  readonly tokens: readonly KnownToken[];
  readonly byHash: ReadonlyMap<string, KnownToken>;
}

/** What lets somebody in stays the same object for as long as it says the same: others tell by it whether it changed. */
export function indexTokens({ tokens }: TokenState, before?: TokenIndex): TokenIndex {
  const earlier = new Map(before?.tokens.map((known) => [known.stored.id, known]));
  const known = tokens.map((stored): KnownToken => {
    const kept = earlier.get(stored.id);
    return {
      stored,
      grant: kept !== undefined && saysTheSame(kept.stored, stored) ? kept.grant : toGrant(stored),
      expiresAt: stored.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(stored.expires_at),
    };
  });
  return { tokens: known, byHash: new Map(known.map((each) => [each.stored.hash, each])) };
}

const toGrant = ({ id, name, kind, ceiling, servers, profile, may_answer }: StoredToken): TokenGrant =>
  Object.freeze({
    ...{ id, name, kind },
    // The schema of requests asks for a ceiling; a file without one was edited by hand.
    ceiling: ceiling ?? 'read',
    servers: servers ?? undefined,
    profile: profile ?? undefined,
    mayAnswer: may_answer,
  });

const saysTheSame = (one: StoredToken, other: StoredToken): boolean =>
  one.hash === other.hash && JSON.stringify(toGrant(one)) === JSON.stringify(toGrant(other));

/** As people see it. Revoked says more than expired: somebody wanted it. */
export function toNamed({ hash: _hash, ...token }: StoredToken, now: number): NamedToken {
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return { ...token, status: token.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active' };
}
