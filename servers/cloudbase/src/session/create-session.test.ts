import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson, serve } from '../fixtures/serve.ts';
import { createSession, type SessionOptions } from './create-session.ts';
import type { Session } from './session.ts';

const signal = AbortSignal.timeout(30_000);
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-session-'));
});
afterEach(() => rm(home, { recursive: true }));

const loginOf = (name: string, now: number) => ({
  tmpSecretId: name,
  tmpSecretKey: `${name}-key`,
  tmpToken: `${name}-token`,
  tmpExpired: now + 7_200_000,
  expired: now + 30 * 86_400_000,
  refreshToken: `${name}-refresh`,
  uin: '1',
});

interface Setup {
  readonly session: Session;
  readonly bodies: Record<string, unknown>[];
  readonly pauses: number[];
  readonly pass: (ms: number) => void;
}

/** Returns the given answers to polls in turn, then grants. */
async function withSession(
  answers: readonly string[],
  use: (setup: Setup) => Promise<void>,
  more: Partial<SessionOptions> = {},
): Promise<void> {
  let time = 1_000_000;
  const [bodies, pauses]: [Record<string, unknown>[], number[]] = [[], []];
  const left = [...answers];
  await using server = await serve(({ path, body }, response) => {
    bodies.push({ path, ...(JSON.parse(body) as object) });
    if (path === '/oauth/device/code') {
      const result = { device_code: 'd', user_code: 'AB-CD', expires_in: 60, interval: 1 };
      return sendJson(response, { code: 'NORMAL', result });
    }
    if (path === '/refresh') return sendJson(response, { code: 0, data: loginOf('second', time) });
    const error = left.shift();
    return sendJson(response, { code: 'NORMAL', result: error === undefined ? loginOf('first', time) : { error } });
  });
  const session = createSession({
    endpoints: { oauth: new URL('oauth/', server.url), refresh: new URL('refresh', server.url) },
    env: {},
    home,
    now: () => time,
    pause: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
    ...more,
  });
  await use({ session, bodies, pauses, pass: (ms) => (time += ms) });
}

describe('the device flow', () => {
  it('polls until the user has confirmed, slower on request, and stores the login for its owner', () =>
    withSession(['authorization_pending', 'slow_down'], async ({ session, pauses, bodies }) => {
      expect(await session.source()).toBeUndefined();
      await expect(session.credentials(signal)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
      const login = await session.startDeviceLogin(signal);
      expect(login).toMatchObject({
        userCode: 'AB-CD',
        url: expect.stringMatching(/^https:\/\/tcb\.cloud\.tencent\.com\/.*user_code=AB-CD/),
      });
      await login.completed(signal);
      expect(pauses).toEqual([1000, 1000, 6000]);
      expect(bodies.at(-1)).toMatchObject({ device_code: 'd', client_id: 'cloudbase-toolbox' });
      expect(await session.source()).toBe('stored');
      expect(await session.credentials(signal)).toEqual({
        secretId: 'first',
        secretKey: 'first-key',
        token: 'first-token',
      });
      const { mode } = await stat(join(home, '.toolmark', 'cloudbase', 'login.json'));
      expect(mode & 0o777).toBe(0o600);
    }));

  it.each([
    ['access_denied', 'DECLINED'],
    ['expired_token', 'TIMEOUT'],
    ['server_error', 'CLOUD_ERROR'],
  ])('that ends with %s fails with %s', (error, code) =>
    withSession([error], async ({ session }) => {
      const login = await session.startDeviceLogin(signal);
      await expect(login.completed(signal)).rejects.toMatchObject({ code });
      expect(await session.source()).toBeUndefined();
    }),
  );

  it('times out without a confirmation', () =>
    withSession(Array(100).fill('authorization_pending'), async ({ session, pauses }) => {
      const login = await session.startDeviceLogin(signal);
      await expect(login.completed(signal)).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(pauses).toHaveLength(60);
    }));
});

describe('a stored login', () => {
  const signIn = async (session: Session): Promise<void> => (await session.startDeviceLogin(signal)).completed(signal);

  it('is renewed once for concurrent calls, shortly before it expires', () =>
    withSession([], async ({ session, bodies, pass }) => {
      await signIn(session);
      pass(7_200_000 - 60_000);
      const both = await Promise.all([session.credentials(signal), session.credentials(signal)]);
      expect(both.map(({ secretId }) => secretId)).toEqual(['second', 'second']);
      expect(bodies.filter(({ path }) => path === '/refresh')).toMatchObject([{ refreshToken: 'first-refresh' }]);
    }));

  it('is ended at Tencent and on this machine', () =>
    withSession([], async ({ session, bodies }) => {
      await signIn(session);
      await session.chooseEnv('env-1');
      expect(await session.logout(signal)).toEqual({ wasSignedIn: true, endedAtTencent: true });
      expect(bodies.at(-1)).toMatchObject({ path: '/refresh', refreshToken: 'first-refresh', isLogout: true });
      expect([await session.source(), await session.envId()]).toEqual([undefined, undefined]);
      expect(await session.logout(signal)).toEqual({ wasSignedIn: false, endedAtTencent: undefined });
    }));

  it('is ended on this machine if Tencent cannot be reached', () =>
    withSession([], async ({ session }) => {
      await signIn(session);
      const offline = createSession({
        endpoints: { oauth: new URL('http://127.0.0.1:1/'), refresh: new URL('http://127.0.0.1:1/') },
        env: {},
        home,
      });
      expect(await offline.logout(signal)).toEqual({ wasSignedIn: true, endedAtTencent: false });
      expect(await session.source()).toBeUndefined();
    }));
});

describe('the environment variables', () => {
  const env = { TENCENTCLOUD_SECRETID: 'AKIDenv', TENCENTCLOUD_SECRETKEY: 'k', TENCENTCLOUD_SESSIONTOKEN: 's' };
  it('take precedence over a stored login, and are never stored', () =>
    withSession(
      [],
      async ({ session }) => {
        expect(await session.source()).toBe('environment');
        expect(await session.credentials(signal)).toEqual({ secretId: 'AKIDenv', secretKey: 'k', token: 's' });
        await session.logout(signal);
        expect(await readdir(home)).toEqual([]);
      },
      { env },
    ));

  it.each([
    ['option', { envId: 'option', env: { CLOUDBASE_ENV_ID: 'variable' } }],
    ['variable', { env: { CLOUDBASE_ENV_ID: 'variable' } }],
    ['stored', {}],
  ])('and options choose the environment: %s', (expected, more) =>
    withSession(
      [],
      async ({ session }) => {
        await session.chooseEnv('stored');
        expect(await session.envId()).toBe(expected);
      },
      more,
    ),
  );
});
