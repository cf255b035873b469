import { randomBytes, randomUUID } from 'node:crypto';
import type { IssuedKeys } from './accounts.ts';
import { type EmulatorReply, type EmulatorRequest, json, jsonOf } from './exchange.ts';
import { LIMITS } from './limits.ts';
import type { World } from './world.ts';

/** The user's answer to a login in the browser. */
export type LoginAnswer = 'approve' | 'deny' | 'wait';

export interface Login {
  /** `undefined` if the path is not part of the login. */
  readonly handle: (request: EmulatorRequest, path: string) => EmulatorReply | undefined;
  readonly pending: () => number;
}

interface Pending {
  readonly userCode: string;
  readonly expiresAt: number;
  polls: number;
}

const LASTS_SECONDS = 600;

/** The device flow and the refresh of a login. Approves automatically: the second poll returns the keys. */
export function createLogin(world: World, answer: () => LoginAnswer): Login {
  const pending = new Map<string, Pending>();
  const start = (): EmulatorReply => {
    if (pending.size >= LIMITS.pendingLogins) pending.delete([...pending.keys()][0] ?? '');
    const [deviceCode, userCode] = [randomBytes(20).toString('hex'), randomBytes(4).toString('hex').toUpperCase()];
    const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
    pending.set(deviceCode, { userCode: shown, expiresAt: world.now().getTime() + LASTS_SECONDS * 1000, polls: 0 });
    return normalReply({
      device_code: deviceCode,
      user_code: shown,
      verification_uri: `${world.url}/oauth/device`,
      expires_in: LASTS_SECONDS,
      interval: 1,
    });
  };
  const poll = (deviceCode: string): EmulatorReply => {
    const login = pending.get(deviceCode);
    if (login === undefined || login.expiresAt <= world.now().getTime()) return normalReply({ error: 'expired_token' });
    login.polls += 1;
    if (answer() === 'wait' || login.polls < 2) return normalReply({ error: 'authorization_pending' });
    pending.delete(deviceCode);
    return answer() === 'deny' ? normalReply({ error: 'access_denied' }) : normalReply(toWire(world.accounts.issue()));
  };
  return {
    pending: () => pending.size,
    handle: ({ method, body }, path) => {
      if (method !== 'POST') return undefined;
      const fields = jsonOf(body) ?? {};
      if (path === '/device/code') return start();
      if (path === '/token') return poll(String(fields['device_code']));
      if (path === '/revoke') {
        const isRevoked = world.accounts.revoke(String(fields['refreshToken'] ?? fields['token']));
        return isRevoked
          ? normalReply({})
          : json({ code: 'INVALID_TOKEN', reqId: randomUUID(), message: 'Unknown token.' });
      }
      if (path !== '/refresh') return undefined;
      const refreshToken = String(fields['refreshToken']);
      if (fields['isLogout'] === true) {
        world.accounts.revoke(refreshToken);
        return json({ code: 0, reqId: randomUUID(), data: {} });
      }
      const keys = world.accounts.refresh(refreshToken);
      return keys === undefined
        ? json({ code: 'AUTH_FAIL', reqId: randomUUID(), message: 'The refresh token is not valid.' })
        : json({ code: 0, reqId: randomUUID(), data: toWire(keys) });
    },
  };
}

const normalReply = (result: unknown): EmulatorReply => json({ code: 'NORMAL', reqId: randomUUID(), result });

const toWire = (keys: IssuedKeys) => ({
  tmpSecretId: keys.secretId,
  tmpSecretKey: keys.secretKey,
  tmpToken: keys.token,
  tmpExpired: keys.expiresAt,
  expired: keys.refreshExpiresAt,
  refreshToken: keys.refreshToken,
  uin: '100000000001',
  envId: '',
});
