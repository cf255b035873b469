/** Keys of Tencent Cloud, permanent ones or temporary ones with a token. */
export interface Credentials {
  readonly secretId: string;
  readonly secretKey: string;
  readonly token?: string;
}

/** The address to open and the code to confirm for a sign-in. */
export interface DeviceLogin {
  readonly userCode: string;
  readonly url: string;
  /** Resolves after the user's confirmation. Throws DECLINED, TIMEOUT. */
  readonly completed: (signal: AbortSignal) => Promise<void>;
}

/** The signed-in user's credentials, and the environment in use. */
export interface Session {
  /** Renews temporary keys that are about to expire. Throws NOT_SIGNED_IN. */
  readonly credentials: (signal: AbortSignal) => Promise<Credentials>;
  /** The source of the credentials; `undefined` if not signed in. */
  readonly source: () => Promise<'environment' | 'stored' | undefined>;
  readonly startDeviceLogin: (signal: AbortSignal) => Promise<DeviceLogin>;
  /** Ends a stored login here and at Tencent, and forgets the environment. Keys of the environment variables cannot be revoked. */
  readonly logout: (signal: AbortSignal) => Promise<LogoutResult>;
  readonly envId: () => Promise<string | undefined>;
  /** Whether the environment is set by `--env` or `CLOUDBASE_ENV_ID`, so that `chooseEnv` has no effect. */
  readonly isEnvFixed: boolean;
  readonly chooseEnv: (envId: string) => Promise<void>;
}

interface LogoutResult {
  readonly wasSignedIn: boolean;
  /** Whether Tencent confirmed the logout; `undefined` if there was no login. */
  readonly endedAtTencent: boolean | undefined;
}
