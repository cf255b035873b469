import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import { invalidArgument, NextcloudError } from '../errors.ts';
import { LIMITS } from './limits.ts';
import type { Nextcloud, NextcloudRequest, NextcloudResponse } from './nextcloud.ts';
import { unwrapOcs } from './ocs.ts';
import { readBody } from './read-body.ts';
import { reasonIn } from './reason.ts';
import { retryAfterIn } from './retry-after.ts';
import { toStatusError } from './status-errors.ts';

/** The address of a Nextcloud, and the user's authorization. */
export interface NextcloudOptions {
  /** The address of the web page: `https://cloud.example.org` or `https://example.org/nextcloud`. */
  readonly url: string;
  readonly user: string;
  /** The value of `Authorization`. Called for each request, because tokens are renewed. */
  readonly authorization: () => string | Promise<string>;
  readonly fetch?: typeof globalThis.fetch;
  /** The first pause before a repeat; later ones double. */
  readonly backoffMs?: number;
  /** The default deadline of a request. */
  readonly deadlineMs?: number;
  /** Called for each response and each failure to get one. */
  readonly onRequest?: (event: RequestEvent) => void;
}

export interface RequestEvent {
  /** The first segments that name an app or protocol, such as `apps/notes` or `dav`. */
  readonly app: string;
  readonly method: string;
  /** `undefined` if there was no response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The reason of a retry: the previous status, or `network`. */
  readonly retryAfter?: string;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH']);
const REPEATED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * An HTTP client for a Nextcloud: keep-alive, a deadline for every request, retries only of safe requests, no redirects to
 * other hosts.
 *
 * @example
 * const nextcloud = createNextcloud({ url: 'https://cloud.example.org', user: 'ada', authorization: () => `Basic ${secret}` });
 */
export function createNextcloud(options: NextcloudOptions): Nextcloud {
  const base = options.url.replace(/\/+$/, '');
  const request = (asked: NextcloudRequest): Promise<NextcloudResponse> => send(base, asked, options);
  return {
    user: options.user,
    request,
    json: async (schema, asked) => {
      const { text } = await request({ ...asked, headers: { accept: 'application/json', ...asked.headers } });
      return check(schema, parseReply(text, asked), asked);
    },
    ocs: async (schema, asked) => {
      const query = { format: 'json', ...asked.query };
      const { text } = await request({ ...asked, query, headers: { accept: 'application/json', ...asked.headers } });
      return check(schema, unwrapOcs(parseReply(text, asked), asked.what), asked);
    },
  };
}

async function send(base: string, asked: NextcloudRequest, options: NextcloudOptions): Promise<NextcloudResponse> {
  const deadlineMs = asked.deadlineMs ?? options.deadlineMs ?? LIMITS.deadlineMs;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([asked.signal, deadline]);
  const isRepeatable = asked.isRepeatable ?? SAFE_METHODS.has(asked.method);
  let retryAfter: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const isLast = !isRepeatable || attempt >= LIMITS.attempts;
    try {
      const response = await sendOnce(base, asked, options, { signal, attempt, retryAfter });
      if (isLast || !REPEATED_STATUSES.has(response.status)) return finish(response, asked);
      const wantedMs = retryAfterIn(response.headers);
      // A retry before Retry-After would prolong the wait, so the error tells the caller how long it is.
      if (wantedMs !== undefined && wantedMs > LIMITS.retryAfterMs) return finish(response, asked);
      retryAfter = String(response.status);
      await sleep(wantedMs ?? backOff(attempt, options.backoffMs), undefined, { signal });
    } catch (error) {
      if (error instanceof NextcloudError) throw error;
      if (asked.signal.aborted) throw asked.signal.reason;
      if (deadline.aborted) throw timedOut(asked, deadlineMs);
      if (isLast) throw unreachable(base, error, asked);
      retryAfter = 'network';
      await sleep(backOff(attempt, options.backoffMs), undefined, { signal }).catch(() => {
        throw asked.signal.aborted ? asked.signal.reason : timedOut(asked, deadlineMs);
      });
    }
  }
}

interface Attempt {
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly retryAfter: string | undefined;
}

async function sendOnce(
  base: string,
  asked: NextcloudRequest,
  { fetch = globalThis.fetch, authorization, onRequest }: NextcloudOptions,
  { signal, attempt, retryAfter }: Attempt,
): Promise<NextcloudResponse> {
  const began = performance.now();
  const tell = (status: number | undefined): void =>
    onRequest?.({
      app: appOf(asked.path),
      method: asked.method,
      status,
      durationMs: performance.now() - began,
      attempt,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  const [body, type] = encodeBody(asked);
  try {
    const response = await fetch(urlOf(base, asked), {
      method: asked.method,
      headers: toHeaders({
        authorization: await authorization(),
        // Without it Nextcloud takes no bearer outside of OCS and DAV, and refuses OCS altogether.
        'ocs-apirequest': 'true',
        ...(type !== undefined && { 'content-type': type }),
        ...(asked.destination !== undefined && { destination: urlOf(base, { path: asked.destination }) }),
        ...asked.headers,
      }),
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    });
    tell(response.status);
    const { status, headers } = response;
    const max = asked.maxBytes ?? LIMITS.replyBytes;
    const { body: read, isCut } = await readBody(response, { max, cuts: asked.cuts === true, what: asked.what });
    return {
      status,
      headers,
      body: read,
      isCut,
      get text() {
        return new TextDecoder().decode(read);
      },
    };
  } catch (error) {
    if (!(error instanceof NextcloudError)) tell(undefined);
    throw error;
  }
}

function finish(response: NextcloudResponse, asked: NextcloudRequest): NextcloudResponse {
  const { status, headers, text } = response;
  if ((status >= 200 && status < 300) || asked.accept?.includes(status) === true) return response;
  if (status >= 300 && status < 400) throw redirected(status, headers.get('location') ?? '', asked);
  throw toStatusError(status, asked.what, {
    reason: reasonIn(headers.get('content-type') ?? '', text),
    retryAfterMs: retryAfterIn(headers),
  });
}

/** Nextcloud redirects the pages of a missing app to its start page; a proxy redirects to the same page at another address. */
function redirected(status: number, location: string, { path }: NextcloudRequest): NextcloudError {
  const at = path.indexOf('apps');
  const app = at === 0 || (at === 1 && path[0] === 'index.php') ? path[at + 1] : undefined;
  const target = URL.canParse(location, 'http://host') ? new URL(location, 'http://host').pathname : '';
  if (app !== undefined && !target.endsWith(path.slice(at).map(encodeSegment).join('/')))
    return new NextcloudError(
      'NOT_FOUND',
      `Nextcloud has no app '${app}', or not for this account. Ask its administrator; toolmark-nextcloud doctor lists the apps that are there.`,
      { status },
    );
  return new NextcloudError(
    'REDIRECTED',
    `Nextcloud sends this request elsewhere (status ${status}). Use the address that it redirects to as its URL.`,
    { status },
  );
}

const backOff = (attempt: number, firstMs = 250): number => firstMs * 2 ** (attempt - 1);

function urlOf(base: string, { path, query = {} }: Pick<NextcloudRequest, 'path' | 'query'>): string {
  // Without this prefix, Nextcloud finds its apps only if pretty URLs are set up.
  const routed = path[0] === 'apps' ? ['index.php', ...path] : path;
  const url = new URL(`${base}/${routed.map(encodeSegment).join('/')}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Etags and types come from callers, and not every character can be in a header. */
function toHeaders(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw invalidArgument('An etag or a type in this call has characters that cannot be sent. Use it as you read it.');
  }
}

/** URLs resolve dot segments, which would change the path. */
function encodeSegment(segment: string): string {
  if (segment === '.' || segment === '..' || !segment.isWellFormed())
    throw invalidArgument('A name in this call cannot be used: it is a dot segment, or it contains a lone surrogate.');
  return encodeURIComponent(segment);
}

function encodeBody({
  json,
  form,
  body,
}: NextcloudRequest): readonly [string | Uint8Array<ArrayBuffer> | undefined, string | undefined] {
  if (json !== undefined) return [JSON.stringify(json), 'application/json'];
  if (form === undefined) return [body, undefined];
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) fields.set(name, String(value));
  return [fields.toString(), 'application/x-www-form-urlencoded'];
}

/** A label for metrics without user data: below `dav`, only the first segment is used. */
const appOf = (path: readonly string[]): string => {
  if (path[0] === 'remote.php') return path[2] || 'dav';
  const at = path.indexOf('apps');
  return at === -1 ? (path[0] ?? '') : (path[at + 1] ?? 'apps');
};

function parseReply(text: string, { what }: NextcloudRequest): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(what, 'it is not JSON');
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, { what }: NextcloudRequest): z.output<Schema> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw unexpected(what, `${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'wrong'}`);
}

const unexpected = (what: string, problem: string): NextcloudError =>
  new NextcloudError(
    'UNEXPECTED_REPLY',
    `The answer for ${what} is not what Nextcloud documents (${problem}). Check the app's version with toolmark-nextcloud doctor.`,
  );

const OUTCOME_UNKNOWN = 'It is unknown whether the change was made: check before you repeat it.';

const timedOut = ({ what, method }: NextcloudRequest, deadlineMs: number): NextcloudError =>
  new NextcloudError(
    'TIMEOUT',
    `Nextcloud did not answer within ${deadlineMs / 1000} s for ${what}. ${SAFE_METHODS.has(method) ? 'Try again, or ask for less.' : OUTCOME_UNKNOWN}`,
  );

/** Errors that occur before anything is sent. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function unreachable(base: string, error: unknown, { method }: NextcloudRequest): NextcloudError {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  const reason = cause instanceof Error ? cause.message : message;
  const isSure = SAFE_METHODS.has(method) || (cause instanceof Error && 'code' in cause && NOT_SENT.has(cause.code));
  return new NextcloudError(
    'UNREACHABLE',
    `${new URL(base).host} cannot be reached: ${reason}. ${isSure ? 'Check the URL and the network.' : OUTCOME_UNKNOWN}`,
  );
}
