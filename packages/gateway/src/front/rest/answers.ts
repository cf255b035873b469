import type { Problem } from '@toolmark/annotations';
import { type ApiErrorCode, apiErrors } from '@toolmark/api-contract';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What an error tells besides its sentence. */
interface Details {
  readonly suggestions?: readonly string[];
  readonly problems?: readonly Problem[];
}

/** The one shape in which the API says no. */
export function fail(context: Context, code: ApiErrorCode, message: string, details: Details = {}): Response {
  const status: ContentfulStatusCode = apiErrors[code];
  return context.json({ error: { code, message, ...details } }, status);
}

/** Something of that name does not exist; what was meant may be among the suggestions. */
export function notFound(context: Context, what: string, suggestions: readonly string[] = []): Response {
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return fail(context, 'not_found', `${what}${hint}`, suggestions.length === 0 ? {} : { suggestions });
}

/** Everything that is wrong with a request, in one sentence and one by one. */
export function badRequest(context: Context, problems: readonly Problem[]): Response {
  const message = problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return fail(context, 'bad_request', message, { problems });
}
