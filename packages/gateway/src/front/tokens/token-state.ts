import type { NamedToken } from '@toolmark/api-contract';
import * as z from 'zod';
import type { TokenGrant } from '../../model/grant.ts';

/** A token in `tokens.json`: everything except the token itself. */
export interface StoredToken extends Omit<NamedToken, 'status'> {
  /** SHA-256 in hexadecimal digits. The token has 32 random bytes, so that it cannot be guessed from the hash. */
  readonly hash: string;
}

export interface TokenState {
  /** The version of the file format; other versions are rejected. */
  readonly version: 1;
  /** Newest last. */
  readonly tokens: readonly StoredToken[];
}

export const NO_TOKENS: TokenState = Object.freeze({ version: 1, tokens: [] });

const moment = z.iso.datetime();
const storedToken: z.ZodType<StoredToken> = z.strictObject({
  id: z.string().min(1),
  // Files of earlier versions only have client tokens, which may answer.
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

/** A token with values that are computed once instead of for every request. */
export interface KnownToken {
  readonly stored: StoredToken;
  readonly grant: TokenGrant;
  /** Milliseconds since 1970; infinite without expiry. */
  readonly expiresAt: number;
}

export interface TokenIndex {
  readonly tokens: readonly KnownToken[];
  readonly byHash: ReadonlyMap<string, KnownToken>;
}

/** A grant stays the same object while it is unchanged: others detect changes by identity. */
export function indexTokens({ tokens }: TokenState, before?: TokenIndex): TokenIndex {
  const earlier = new Map(before?.tokens.map((known) => [known.stored.id, known]));
  const known = tokens.map((stored): KnownToken => {
    const kept = earlier.get(stored.id);
    return {
      stored,
      grant: kept !== undefined && hasSameGrant(kept.stored, stored) ? kept.grant : toGrant(stored),
      expiresAt: stored.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(stored.expires_at),
    };
  });
  return { tokens: known, byHash: new Map(known.map((each) => [each.stored.hash, each])) };
}

const toGrant = ({ id, name, kind, ceiling, servers, profile, may_answer }: StoredToken): TokenGrant =>
  Object.freeze({
    id,
    name,
    kind,
    // Requests must have a ceiling; a file without one was edited by hand.
    ceiling: ceiling ?? 'read',
    servers: servers ?? undefined,
    profile: profile ?? undefined,
    mayAnswer: may_answer,
  });

const hasSameGrant = (one: StoredToken, other: StoredToken): boolean =>
  one.hash === other.hash && JSON.stringify(toGrant(one)) === JSON.stringify(toGrant(other));

/** The public view. Revoked takes precedence over expired, because a person did it on purpose. */
export function toNamed({ hash: _hash, ...token }: StoredToken, now: number): NamedToken {
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return { ...token, status: token.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active' };
}
