/**
 * Who calls, as the SDK's token check or `options.auth` says.
 *
 * @example
 * const local: AuthInfo = { token: 'none', clientId: 'stdio', scopes: ['notes:read', 'notes:write'] };
 */
export interface AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** How far a long call has come. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * What a handler knows about its call, the same with SDK 1.x and 2.x.
 *
 * @example
 * async ({ url }, { signal, progress }) => {
 *   await progress({ progress: 0, total: 1, message: 'Downloading' });
 *   return (await fetch(url, { signal })).text();
 * }
 */
export interface ToolContext<Sdk = unknown> {
  /** Aborted when the caller cancels or goes away. Give it to everything that can wait. */
  readonly signal: AbortSignal;
  /** The caller, where one is known. */
  readonly auth: AuthInfo | undefined;
  /** Tells the caller how far the call is. Does nothing where the caller did not ask; never fails the call. */
  readonly progress: (update: ProgressUpdate) => Promise<void>;
  /** The SDK's own context (2.x) or extra (1.x), for everything else. */
  readonly sdk: Sdk;
}
