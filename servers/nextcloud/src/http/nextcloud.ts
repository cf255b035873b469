import type * as z from 'zod';

/**
 * One user's access to a Nextcloud. Every method throws a `NextcloudError` whose message says what to do.
 *
 * @example
 * const note = await nextcloud.json(Note, { method: 'GET', path: ['apps', 'notes', 'api', 'v1', 'notes', '42'], what: 'note 42' });
 */
export interface Nextcloud {
  /** The user's id, as in the paths of DAV. */
  readonly user: string;
  readonly request: (request: NextcloudRequest) => Promise<NextcloudResponse>;
  /** The JSON in the body of a response, checked. */
  readonly json: <Schema extends z.ZodType>(schema: Schema, request: NextcloudRequest) => Promise<z.output<Schema>>;
  /** `ocs.data` of a response, checked. Throws for a failure status in the envelope, too. */
  readonly ocs: <Schema extends z.ZodType>(schema: Schema, request: NextcloudRequest) => Promise<z.output<Schema>>;
}

export interface NextcloudRequest {
  readonly method: string;
  /** One entry a segment; each is percent-encoded. An empty last one ends the path with a slash. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The destination of COPY and MOVE, sent as an absolute URL because some servers reject a path. */
  readonly destination?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as it is; say its type in `headers`. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The subject of the request for error messages: `note 42`. */
  readonly what: string;
  /** Statuses beyond 2xx that the caller handles. */
  readonly accept?: readonly number[];
  /** Whether it may be retried. The default is `true` for requests that only read. */
  readonly isRepeatable?: boolean;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  /** Truncates a longer answer to `maxBytes` instead of failing. */
  readonly cuts?: boolean;
  readonly signal: AbortSignal;
}

export interface NextcloudResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as UTF-8. */
  readonly text: string;
  /** Whether the body is only the beginning of a longer one. */
  readonly isCut: boolean;
}
