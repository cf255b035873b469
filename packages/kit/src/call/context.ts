/**
 * The caller, from the SDK's token check or `options.auth`.
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

/** The progress of a long call. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * The context of a call for its handler, the same with SDK 1.x and 2.x.
 *
 * @example
 * async ({ url }, { signal, progress }) => {
 *   await progress({ progress: 0, total: 1, message: 'Downloading' });
 *   return (await fetch(url, { signal })).text();
 * }
 */
export interface ToolContext<Sdk = unknown> {
  /** Aborted when the caller cancels or disconnects. Pass it to everything that can wait. */
  readonly signal: AbortSignal;
  /** The authenticated caller, if any. */
  readonly auth: AuthInfo | undefined;
  /** Reports progress to the caller. Does nothing if the caller did not request progress; never fails the call. */
  readonly progress: (update: ProgressUpdate) => Promise<void>;
  /** The SDK's own context (2.x) or extra (1.x). */
  readonly sdk: Sdk;
}
