/** A bucket of object storage (COS). */
export interface Bucket {
  readonly name: string;
  readonly region: string;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: string;
}

export interface ObjectPage {
  readonly objects: readonly StoredObject[];
  readonly folders: readonly string[];
  /** Where the next page starts; `undefined` on the last one. */
  readonly nextMarker: string | undefined;
}

export interface CorsRule {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number | undefined;
}

export interface WebsiteConfig {
  readonly indexDocument: string;
  readonly errorDocument: string | undefined;
  readonly routingRules: readonly Readonly<Record<string, unknown>>[];
}

/** The objects of one bucket. Failures are `CloudBaseError`s. */
export interface ObjectStore {
  /** Streams a file. With `ifAbsent` it throws ALREADY_EXISTS instead of overwriting an object. */
  readonly putFile: (key: string, file: string, options: PutOptions) => Promise<{ readonly etag: string }>;
  /** `undefined` if there is none. */
  readonly head: (key: string, signal: AbortSignal) => Promise<StoredObject | undefined>;
  readonly list: (options: ListOptions) => Promise<ObjectPage>;
  /** Returns the keys that could not be deleted, with the reason. A missing key counts as deleted. */
  readonly remove: (keys: readonly string[], signal: AbortSignal) => Promise<RemoveResult>;
  /** `undefined` if there is none. */
  readonly website: (signal: AbortSignal) => Promise<WebsiteConfig | undefined>;
  readonly cors: (signal: AbortSignal) => Promise<readonly CorsRule[]>;
  readonly setCors: (rules: readonly CorsRule[], signal: AbortSignal) => Promise<void>;
}

export interface PutOptions {
  readonly signal: AbortSignal;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ifAbsent?: boolean;
}

interface ListOptions {
  readonly prefix: string;
  readonly delimiter?: string;
  readonly marker?: string;
  readonly maxKeys?: number;
  readonly signal: AbortSignal;
}

export interface RemoveResult {
  readonly deleted: readonly string[];
  readonly failed: readonly { readonly key: string; readonly code: string; readonly message: string }[];
}
