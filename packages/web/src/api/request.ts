import type { ApiError } from '@toolmark/api-contract';
import { signedOut } from '../app/sign-in/signed-in.ts';
import { VERSION } from '../app/version.ts';
import { ApiFailure } from './api-failure.ts';

export type Query = Readonly<Record<string, QueryValue>>;

type QueryValue = string | number | boolean | readonly string[] | undefined | null;

export interface RequestOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** A tool call may take longer than other requests. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Sends every request of the page: adds the credentials, enforces the timeout and turns errors into `ApiFailure`. */
async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const { query, body, signal, timeoutMs = TIMEOUT_MS } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(addressOf(path, query), {
      method,
      headers: {
        accept: 'application/json',
        'toolmark-client': `web/${VERSION}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T; // The cast is safe: the gateway answers with this type.
  } catch (error) {
    if (signal?.aborted) throw error;
    throw deadline.aborted
      ? new ApiFailure('timeout', `The gateway did not answer within ${Math.round(timeoutMs / 1_000)} seconds.`)
      : new ApiFailure('offline', 'The gateway cannot be reached. Is it running? Start it with: toolmark serve');
  }
  throw await explain(response, path);
}

/** The URL of an API path, for links and downloads. */
export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return `/api/v1${path}${text === '' ? '' : `?${text}`}`;
}

/** Encodes one path segment. */
export const part = (text: string): string => encodeURIComponent(text);

async function explain(response: Response, path: string): Promise<ApiFailure> {
  if (response.status === 401 && path !== '/sign-in') signedOut();
  const body: unknown = await response.json().catch(() => undefined);
  if (!isApiError(body)) return new ApiFailure('internal', `The gateway answered with status ${response.status}.`);
  const { code, message, problems, suggestions } = body.error;
  return new ApiFailure(code, message, problems, suggestions);
}

const isApiError = (body: unknown): body is ApiError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' && body.error !== null;

export const get = <T>(path: string, options?: RequestOptions): Promise<T> => request<T>('GET', path, options);
export const post = <T>(path: string, options?: RequestOptions): Promise<T> => request<T>('POST', path, options);
export const put = <T>(path: string, options?: RequestOptions): Promise<T> => request<T>('PUT', path, options);
export const remove = <T>(path: string, options?: RequestOptions): Promise<T> => request<T>('DELETE', path, options);
