import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ApiErrorCode } from '@toolmark/api-contract';
import type * as z from 'zod';
import { parseJson } from '../../json.ts';
import { isNestedDeeper } from '../mcp/nesting.ts';
import { fail } from './answers.ts';
import { toBodyProblems } from './body-problems.ts';
import type { RestContext, RestDeps } from './deps.ts';

/** Why a body is not taken. */
export interface BodyProblem {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly problems?: readonly Problem[];
}

/** The JSON of a request within the limits, as a schema wants it. No body at all is an empty object: where nothing is required, nothing has to be sent. */
export async function readJsonBody<Value>(
  { req }: RestContext,
  schema: z.ZodType<Value>,
  { bodyBytes, depth }: RestDeps['limits'],
): Promise<Result<Value, BodyProblem>> {
  const bytes = await readBytes(req.raw.body, Number(req.header('content-length') ?? 0), bodyBytes);
  if (bytes === undefined) {
    return err({ code: 'too_large', message: `The body may have at most ${bodyBytes} bytes.` });
  }
  if (bytes.length === 0) return check({}, schema);
  if (!isJsonType(req.header('content-type'))) {
    return err({
      code: 'unsupported_media_type',
      message: 'The body must be JSON, with content-type: application/json.',
    });
  }
  if (isNestedDeeper(bytes, depth)) {
    return err({ code: 'bad_request', message: `The body may be nested at most ${depth} levels deep.` });
  }
  let value: unknown;
  try {
    value = parseJson(UTF8.decode(bytes));
  } catch {
    return err({ code: 'bad_request', message: 'The body is no JSON.' });
  }
  return check(value, schema);
}

/** Tells whoever sent a body why it is not taken. */
export function refuseBody(context: RestContext, { code, message, problems }: BodyProblem): Response {
  return fail(context, code, message, problems === undefined ? {} : { problems });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const isJsonType = (type: string | undefined): boolean =>
  type !== undefined && /^application\/json\s*(?:;|$)/i.test(type.trim());

/** `undefined` as soon as there is more than there may be. */
async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  announced: number,
  most: number,
): Promise<Buffer | undefined> {
  if (announced > most) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function check<Value>(value: unknown, schema: z.ZodType<Value>): Result<Value, BodyProblem> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.flatMap(toBodyProblems);
  const message = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  return err({ code: 'bad_request', message, problems });
}
