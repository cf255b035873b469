/** Keys of Tencent Cloud, permanent ones or temporary ones with a token. */
export interface Credentials {
  readonly secretId: string;
  readonly secretKey: string;
  readonly token?: string;
}

/** What a person must open and confirm to sign in. */
export interface DeviceLogin {
  readonly userCode: string;
  readonly url: string;
  /** Ends when the person has confirmed. Throws DECLINED, TIMEOUT. */
  readonly completed: (signal: AbortSignal) => Promise<void>;
}

/** Who is signed in, and in which environment the tools work. */
export interface Session {
  /** Refreshed where they are temporary and about to end. Throws NOT_SIGNED_IN. */
  readonly credentials: (signal: AbortSignal) => Promise<Credentials>;
  /** Where the credentials are from; `undefined` where nobody is signed in. */
  readonly source: () => Promise<'environment' | 'stored' | undefined>;
  readonly startDeviceLogin: (signal: AbortSignal) => Promise<DeviceLogin>;
  /** Ends a stored login here and at Tencent, and forgets the environment. Keys of the environment variables cannot be ended. */
  readonly logout: (signal: AbortSignal) => Promise<LogoutResult>;
  readonly envId: () => Promise<string | undefined>;
  /** Whether the environment is set by `--env` or `CLOUDBASE_ENV_ID`, so that `chooseEnv` has no effect. */
  readonly isEnvFixed: boolean;
  readonly chooseEnv: (envId: string) => Promise<void>;
}

interface LogoutResult {
  readonly wasSignedIn: boolean;
  /** Whether Tencent was told; `undefined` where there was nothing to tell. */
  readonly endedAtTencent: boolean | undefined;
}
