import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { NewTokenRequest } from '@toolmark/api-contract';
import type { TokenProblem } from './registry.ts';
import type { StoredToken, TokenState } from './token-state.ts';

/** By which people and scanners of secrets know one. */
const PREFIX = 'tmk_';
const BYTES = 32;
/** Enough to tell a few tokens apart, and nothing to guess the rest from. */
const HINT_LENGTH = PREFIX.length + 4;
const FORM: RegExp = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
const DAY_MS = 24 * 60 * 60_000;

/** Leaves room for a number in the 64 characters of a name. */
const LONGEST_NAMED = 58;

/** Those that were revoked count: their names stay taken. */
export const MOST_TOKENS = 1_000;

/** A new token, and what is kept of it. */
export function makeToken(
  { name, kind = 'client', ceiling, servers, profile, may_answer = true, expires_in_days: days }: NewTokenRequest,
  now: number,
): { readonly token: string; readonly stored: StoredToken } {
  const token = `${PREFIX}${randomBytes(BYTES).toString('base64url')}`;
  const stored = {
    id: randomUUID(),
    name,
    kind,
    hash: hashToken(token) ?? '',
    hint: token.slice(0, HINT_LENGTH),
    ceiling: ceiling ?? null,
    servers: servers ?? null,
    profile: profile ?? null,
    may_answer,
    created_at: new Date(now).toISOString(),
    expires_at: days === undefined ? null : new Date(now + days * DAY_MS).toISOString(),
    last_used_at: null,
    revoked_at: null,
  };
  return { token, stored };
}

/** What a token is looked up by; `undefined` for what cannot be one, and is not worth hashing. */
export const hashToken = (token: string): string | undefined => (FORM.test(token) ? hash('sha256', token) : undefined);

/** The name, or the first of `name-2`, `name-3` and so on that no token has or had. */
export function freeName(name: string, { tokens }: TokenState): string {
  const taken = new Set(tokens.map((other) => other.name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name.slice(0, LONGEST_NAMED)}-${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** Why there cannot be such a token beside those that are there. */
export function problemOf(
  { name, profile }: NewTokenRequest,
  { tokens }: TokenState,
  profiles: readonly string[],
  file: string,
): TokenProblem | undefined {
  // Rules and people know a bearer by the name: two that differ in their case only would be taken for each other.
  const taken = tokens.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (taken !== undefined) {
    const revoked = taken.revoked_at === null ? '' : ', which was revoked and keeps its name';
    return { kind: 'conflict', message: `There is a token '${taken.name}' already${revoked}. Take another name.` };
  }
  if (profile !== undefined && !profiles.includes(profile)) {
    const known =
      profiles.length === 0
        ? 'There is none yet: make one first, or leave it out.'
        : `There is: ${profiles.join(', ')}.`;
    return { kind: 'invalid', message: `There is no profile '${profile}'. ${known}` };
  }
  if (tokens.length < MOST_TOKENS) return undefined;
  const most = MOST_TOKENS.toLocaleString('en-US');
  return {
    kind: 'conflict',
    message: `There are ${most} tokens, revoked ones among them, and there can be no more. Take some that nobody needs out of ${file}.`,
  };
}
