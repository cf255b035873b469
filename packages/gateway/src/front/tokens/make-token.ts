import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { NewTokenRequest } from '@toolmark/api-contract';
import type { TokenProblem } from './registry.ts';
import type { StoredToken, TokenState } from './token-state.ts';

/** The prefix by which people and secret scanners recognize a token. */
const PREFIX = 'tmk_';
const BYTES = 32;
/** Distinguishes a few tokens without helping to guess the rest. */
const HINT_LENGTH = PREFIX.length + 4;
const FORM: RegExp = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
const DAY_MS = 24 * 60 * 60_000;

/** Leaves room for a number within the 64 characters of a name. */
const MAX_BASE_LENGTH = 58;

/** Includes revoked tokens, whose names stay taken. */
export const MAX_TOKENS = 1_000;

/** Creates a token, and the data to store. */
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

/** The lookup key of a token; `undefined` for a text that cannot be one, which is not hashed. */
export const hashToken = (token: string): string | undefined => (FORM.test(token) ? hash('sha256', token) : undefined);

/** The name, or the first unused one of `name-2`, `name-3` and so on. */
export function freeName(name: string, { tokens }: TokenState): string {
  const taken = new Set(tokens.map((other) => other.name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name.slice(0, MAX_BASE_LENGTH)}-${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** The reason why a token cannot be created. */
export function tokenProblem(
  { name, profile }: NewTokenRequest,
  { tokens }: TokenState,
  profiles: readonly string[],
  file: string,
): TokenProblem | undefined {
  // Names are compared without case, because people and rules could confuse them.
  const taken = tokens.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (taken !== undefined) {
    const revoked = taken.revoked_at === null ? '' : ', which was revoked; names cannot be reused';
    return { kind: 'conflict', message: `There is a token '${taken.name}' already${revoked}. Use another name.` };
  }
  if (profile !== undefined && !profiles.includes(profile)) {
    const known =
      profiles.length === 0
        ? 'There are no profiles yet: create one first, or leave it out.'
        : `Profiles: ${profiles.join(', ')}.`;
    return { kind: 'invalid', message: `There is no profile '${profile}'. ${known}` };
  }
  if (tokens.length < MAX_TOKENS) return undefined;
  const most = MAX_TOKENS.toLocaleString('en-US');
  return {
    kind: 'conflict',
    message: `There are ${most} tokens including revoked ones, which is the maximum. Remove unused ones from ${file}.`,
  };
}
