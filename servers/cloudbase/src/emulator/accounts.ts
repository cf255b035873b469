import { randomBytes } from 'node:crypto';
import type { Credentials } from '../session/session.ts';
import { Refusal } from './refusal.ts';

/** The keys that the emulator accepts. */
export interface Accounts {
  /** The permanent keys. */
  readonly main: Credentials;
  /** The secret key of an id. Throws a refusal for unknown or expired keys, and for a wrong token. */
  readonly secretOf: (secretId: string, token: string | undefined) => string;
  /** Issues temporary keys, as for a login through the browser. */
  readonly issue: () => IssuedKeys;
  /** Exchanges a refresh token for new keys. */
  readonly refresh: (refreshToken: string) => IssuedKeys | undefined;
  /** Revokes the keys of a refresh token. */
  readonly revoke: (refreshToken: string) => boolean;
}

export interface IssuedKeys extends Required<Credentials> {
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
}

const KEYS_LAST_MS = 2 * 60 * 60_000;
const LOGIN_LASTS_MS = 30 * 24 * 60 * 60_000;
const MAX_ISSUED = 1_000;

export function createAccounts(main: Credentials = newKeys(), now: () => Date = () => new Date()): Accounts {
  const issued = new Map<string, IssuedKeys>();
  const issue = (): IssuedKeys => {
    const keys: IssuedKeys = {
      ...newKeys(),
      token: randomBytes(24).toString('base64url'),
      expiresAt: now().getTime() + KEYS_LAST_MS,
      refreshToken: randomBytes(24).toString('base64url'),
      refreshExpiresAt: now().getTime() + LOGIN_LASTS_MS,
    };
    if (issued.size >= MAX_ISSUED) issued.delete([...issued.keys()][0] ?? '');
    issued.set(keys.secretId, keys);
    return keys;
  };
  const byRefreshToken = (refreshToken: string): IssuedKeys | undefined =>
    [...issued.values()].find((keys) => keys.refreshToken === refreshToken);
  return {
    main,
    issue,
    secretOf: (secretId, token) => {
      if (secretId === main.secretId) {
        if ((main.token ?? '') !== (token ?? '')) throw new Refusal('AuthFailure.TokenFailure', 'The token is wrong.');
        return main.secretKey;
      }
      const keys = issued.get(secretId);
      if (keys === undefined) throw new Refusal('AuthFailure.SecretIdNotFound', 'The SecretId is not found.');
      if (keys.token !== token || keys.expiresAt <= now().getTime())
        throw new Refusal('AuthFailure.TokenFailure', 'The token is wrong or has expired.');
      return keys.secretKey;
    },
    refresh: (refreshToken) => {
      const keys = byRefreshToken(refreshToken);
      if (keys === undefined || keys.refreshExpiresAt <= now().getTime()) return undefined;
      issued.delete(keys.secretId);
      return issue();
    },
    revoke: (refreshToken) => {
      const keys = byRefreshToken(refreshToken);
      return keys !== undefined && issued.delete(keys.secretId);
    },
  };
}

const newKeys = (): Credentials => ({
  secretId: `AKID${randomBytes(16).toString('hex')}`,
  secretKey: randomBytes(20).toString('hex'),
});
