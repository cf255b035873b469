import type { Problem } from '@toolmark/annotations';
import { type ApiErrorCode, apiErrors } from '@toolmark/api-contract';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Optional details of an error. */
interface Details {
  readonly suggestions?: readonly string[];
  readonly problems?: readonly Problem[];
}

/** Builds an error response of the API. */
export function fail(context: Context, code: ApiErrorCode, message: string, details: Details = {}): Response {
  const status: ContentfulStatusCode = apiErrors[code];
  return context.json({ error: { code, message, ...details } }, status);
}

/** The name does not exist; suggestions are similar names. */
export function notFound(context: Context, what: string, suggestions: readonly string[] = []): Response {
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return fail(context, 'not_found', `${what}${hint}`, suggestions.length === 0 ? {} : { suggestions });
}

/** Reports all problems of a request, in one sentence and one by one. */
export function badRequest(context: Context, problems: readonly Problem[]): Response {
  const message = problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return fail(context, 'bad_request', message, { problems });
}
