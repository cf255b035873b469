import type { ApiErrorCode } from '@toolmark/api-contract';
import type { EditProblem } from '@toolmark/setup';
import type { Context } from 'hono';
import { badRequest, fail } from './answers.ts';

const CODES: Readonly<Record<EditProblem['kind'], ApiErrorCode>> = Object.freeze({
  invalid: 'bad_request',
  conflict: 'conflict',
  missing: 'not_found',
  unwritable: 'unavailable',
  late: 'unavailable',
});

/** Tells whoever wanted to change the config why it was not, or what is not known of it. */
export function refuseEdit(context: Context, { kind, message, problems }: EditProblem): Response {
  if (kind === 'invalid' && problems !== undefined) return badRequest(context, problems);
  return fail(context, CODES[kind], message, problems === undefined ? {} : { problems });
}
