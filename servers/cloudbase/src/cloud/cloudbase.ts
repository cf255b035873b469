import type { CloudApi } from './cloud-api.ts';
import type { Bucket, ObjectStore } from './object-store.ts';

/** An environment of CloudBase, with the parts that the tools need. */
export interface Environment {
  readonly envId: string;
  readonly alias: string;
  readonly status: string;
  readonly region: string;
  /** The document database; `undefined` if the environment has none. */
  readonly database: { readonly instanceId: string } | undefined;
  readonly storage: (Bucket & { readonly cdnDomain: string }) | undefined;
  /** Tencent's whole description of it. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** The account and environment of the session. */
export interface CloudBase {
  readonly api: CloudApi;
  readonly objects: (bucket: Bucket) => ObjectStore;
  /** The id of the environment in use. Throws NO_ENVIRONMENT if none is chosen. */
  readonly envId: (signal: AbortSignal) => Promise<string>;
  /** The environment in use, cached for a minute. */
  readonly environment: (signal: AbortSignal) => Promise<Environment>;
  /** Clears the cache of `environment`. */
  readonly forgetEnvironment: () => void;
  /**
   * The older storage API. Returns `data` of the answer.
   *
   * @example
   * await cloud.admin('storage.getUploadMetadata', { path: 'a.txt' }, signal);
   */
  readonly admin: (
    action: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>>>;
}
