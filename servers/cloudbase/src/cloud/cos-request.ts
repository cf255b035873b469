import { invalidArgument } from '../errors.ts';
import { translateTo } from '../lang/lang.ts';
import { toCloudError } from './cloud-errors.ts';
import { encodeCos, signCos } from './cos-signature.ts';
import { parseFailure } from './cos-xml.ts';
import type { ObjectStoreOptions } from './create-object-store.ts';
import { type HttpReply, sendHttp, unexpectedReply } from './http.ts';

/** A request to a bucket. */
export interface CosAsk {
  /** The name of the operation for error messages. */
  readonly what: string;
  readonly method: string;
  /** The object's key; '' is the bucket. */
  readonly key?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each attempt, because a stream can be read only once. */
  readonly body?: string | (() => ReadableStream<Uint8Array>);
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  readonly isRepeatable: boolean;
  /** Statuses beside 2xx that are not failures. */
  readonly accept?: readonly number[];
}

/** The lifetime of a signature. It starts a minute in the past, to tolerate wrong clocks. */
const SIGNED_SECONDS = 900;
const SKEW_SECONDS = 60;

/** Sends a signed request to a bucket. Failures are `CloudBaseError`s. */
export async function askCos(ask: CosAsk, options: ObjectStoreOptions): Promise<HttpReply> {
  const { what, method, key = '', params = {}, headers = {}, body, signal, accept = [] } = ask;
  const { endpoints, bucket, credentials, now = Date.now } = options;
  const t = translateTo(options.language ?? 'en');
  // A URL resolves dot segments, so that the request would reach another object or bucket.
  if (key.split('/').some((segment) => segment === '.' || segment === '..'))
    throw invalidArgument(t(`The path ${key} contains '.' or '..'.`, `路径 ${key} 含有“.”或“..”。`));
  const url = addressOf(endpoints.objects(bucket), key, params);
  const reply = await sendHttp(
    {
      what,
      url,
      method,
      signal,
      isRepeatable: ask.isRepeatable,
      ...(ask.deadlineMs !== undefined && { deadlineMs: ask.deadlineMs }),
      isRefusedForNow: ({ status, text }) => status === 429 || (status === 503 && /<Code>SlowDown</.test(text)),
      prepare: async () => {
        const keys = await credentials(signal);
        const from = Math.floor(now() / 1000) - SKEW_SECONDS;
        const own = { ...headers, ...(keys.token !== undefined && { 'x-cos-security-token': keys.token }) };
        const authorization = signCos(
          {
            method,
            path: decodeURIComponent(url.pathname),
            params,
            headers: { ...own, host: url.host },
            from,
            until: from + SIGNED_SECONDS,
          },
          keys,
        );
        return {
          headers: { ...own, authorization },
          ...(body !== undefined && { body: typeof body === 'string' ? body : body() }),
        };
      },
    },
    { ...options, t },
  );
  const { status } = reply;
  if (accept.includes(status)) return reply;
  // A multipart upload can fail after its 200 was sent, so the body is checked too.
  const failure = parseFailure(reply.text);
  if (failure === undefined && status >= 200 && status < 300) return reply;
  if (failure === undefined && method !== 'HEAD') throw unexpectedReply(what, reply, 'no XML of COS', t);
  const cloudCode = failure?.code ?? HEAD_CODES[status] ?? `Status${status}`;
  const requestId = failure?.requestId ?? reply.headers.get('x-cos-request-id') ?? undefined;
  throw toCloudError({ what, cloudCode, message: failure?.message ?? '', requestId, status }, t);
}

/** The answer to HEAD has no body to name the failure. */
const HEAD_CODES: Readonly<Record<number, string>> = {
  403: 'AccessDenied',
  404: 'NoSuchKey',
  412: 'PreconditionFailed',
};

function addressOf(root: URL, key: string, params: Readonly<Record<string, string>>): URL {
  const path = key.split('/').map(encodeCos).join('/');
  const query = Object.entries(params)
    .map(([name, value]) => `${encodeCos(name)}=${encodeCos(value)}`)
    .join('&');
  const url = new URL(root);
  url.pathname = `${root.pathname}${path}`;
  url.search = query;
  return url;
}
