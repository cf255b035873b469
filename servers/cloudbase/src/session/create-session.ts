import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Endpoints } from '../cloud/endpoints.ts';
import { CloudBaseError } from '../errors.ts';
import { type Language, translateTo } from '../lang/lang.ts';
import { createLoginFiles, StoredLogin } from './login-file.ts';
import { postJson } from './post-json.ts';
import type { Credentials, DeviceLogin, Session } from './session.ts';

export interface SessionOptions {
  readonly endpoints: Pick<Endpoints, 'oauth' | 'refresh'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The value of `--env`, which takes precedence. */
  readonly envId?: string;
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const CLIENT = 'cloudbase-toolbox';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const PAGE = 'https://tcb.cloud.tencent.com/dev';
/** Renew keys this long before they expire, so that a running call does not fail. */
const EARLY_MS = 2 * 60_000;

const Started = z.object({
  result: z.object({
    device_code: z.string().min(1),
    user_code: z.string().min(1),
    verification_uri: z.url({ protocol: /^https?$/ }).optional(),
    expires_in: z.number().positive(),
    interval: z.number().nonnegative(),
  }),
});
const Polled = z.object({ result: z.union([z.object({ error: z.string() }), StoredLogin]) });
const Refreshed = z.object({ code: z.literal(0), data: StoredLogin });

/**
 * The session of the user: keys of the environment variables, which are never stored, else the stored login.
 *
 * @example
 * const session = createSession({ endpoints: TENCENT, env: process.env, home: homedir() });
 */
export function createSession(options: SessionOptions): Session {
  const { endpoints, env, home, now = Date.now } = options;
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { signal }));
  const t = translateTo(options.language ?? 'en');
  const http = { ...options, t };
  const files = createLoginFiles(env, home);
  const keys = keysOf(env);
  let refreshing: Promise<StoredLogin> | undefined;

  const notSignedIn = (): CloudBaseError =>
    new CloudBaseError(
      'NOT_SIGNED_IN',
      t(
        'You are not signed in. Call login, or set TENCENTCLOUD_SECRETID and TENCENTCLOUD_SECRETKEY.',
        '尚未登录。请调用 login，或设置 TENCENTCLOUD_SECRETID 和 TENCENTCLOUD_SECRETKEY。',
      ),
    );

  /** Shared by all calls, so it has its own deadline and no call's signal. */
  const refresh = async (login: StoredLogin): Promise<StoredLogin> => {
    const signal = AbortSignal.timeout(30_000);
    const answer = await postJson({ what: 'login', url: endpoints.refresh, body: login, signal }, http);
    const refreshed = Refreshed.safeParse(answer);
    if (!refreshed.success) throw notSignedIn();
    await files.writeLogin(refreshed.data.data);
    return refreshed.data.data;
  };

  return {
    credentials: async () => {
      if (keys !== undefined) return keys;
      const login = await files.readLogin();
      if (login === undefined || login.expired <= now()) throw notSignedIn();
      if (login.tmpExpired - EARLY_MS > now()) return toCredentials(login);
      refreshing ??= refresh(login).finally(() => {
        refreshing = undefined;
      });
      return toCredentials(await refreshing);
    },
    source: async () => {
      if (keys !== undefined) return 'environment';
      const login = await files.readLogin();
      return login !== undefined && login.expired > now() ? 'stored' : undefined;
    },
    startDeviceLogin: async (signal): Promise<DeviceLogin> => {
      const url = new URL('device/code', endpoints.oauth);
      const started = Started.safeParse(
        await postJson({ what: 'login', url, body: { client_id: CLIENT }, signal }, http),
      );
      if (!started.success)
        throw new CloudBaseError('UNEXPECTED_REPLY', t('Tencent started no login.', '腾讯云未能发起登录。'));
      const { device_code, user_code, verification_uri, expires_in, interval } = started.data.result;
      const until = now() + expires_in * 1000;
      const expired = (): CloudBaseError =>
        new CloudBaseError(
          'TIMEOUT',
          t('The login was not confirmed in time. Call login again.', '登录未在有效期内确认，请重新调用 login。'),
        );
      return {
        userCode: user_code,
        url: verification_uri ?? `${PAGE}#/cli-auth?user_code=${encodeURIComponent(user_code)}&from=cli&flow=device`,
        completed: async (waiting) => {
          const body = { device_code, client_id: CLIENT, grant_type: GRANT };
          const address = new URL('token', endpoints.oauth);
          let seconds = interval;
          while (now() < until) {
            await pause(seconds * 1000, waiting);
            const polled = Polled.safeParse(
              await postJson({ what: 'login', url: address, body, signal: waiting }, http),
            );
            if (!polled.success) throw new CloudBaseError('UNEXPECTED_REPLY', t('The login failed.', '登录失败。'));
            const { result } = polled.data;
            if (!('error' in result)) return files.writeLogin(result);
            if (result.error === 'slow_down') seconds += 5;
            else if (result.error === 'access_denied')
              throw new CloudBaseError('DECLINED', t('The login was declined.', '用户拒绝了登录。'));
            else if (result.error === 'expired_token') throw expired();
            else if (result.error !== 'authorization_pending')
              throw new CloudBaseError('CLOUD_ERROR', t('The login failed.', '登录失败。'), {
                cloudCode: result.error,
              });
          }
          throw expired();
        },
      };
    },
    logout: async (signal) => {
      const login = await files.readLogin();
      // Delete the files first, so that the login ends here even if Tencent cannot be reached.
      await files.removeAll();
      if (login === undefined) return { wasSignedIn: false, endedAtTencent: undefined };
      const body = { ...login, isLogout: true };
      const endedAtTencent = await postJson({ what: 'logout', url: endpoints.refresh, body, signal }, http).then(
        (answer) => z.object({ code: z.literal(0) }).safeParse(answer).success,
        () => false,
      );
      return { wasSignedIn: true, endedAtTencent };
    },
    envId: async () => options.envId ?? (env['CLOUDBASE_ENV_ID'] || (await files.readEnvId())),
    isEnvFixed: options.envId !== undefined || Boolean(env['CLOUDBASE_ENV_ID']),
    chooseEnv: files.writeEnvId,
  };
}

function keysOf(env: SessionOptions['env']): Credentials | undefined {
  const { TENCENTCLOUD_SECRETID: secretId, TENCENTCLOUD_SECRETKEY: secretKey, TENCENTCLOUD_SESSIONTOKEN: token } = env;
  if (!secretId || !secretKey) return undefined;
  return { secretId, secretKey, ...(token && { token }) };
}

const toCredentials = ({ tmpSecretId, tmpSecretKey, tmpToken }: StoredLogin): Credentials => ({
  secretId: tmpSecretId,
  secretKey: tmpSecretKey,
  token: tmpToken,
});
