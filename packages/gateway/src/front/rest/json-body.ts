import { isUtf8 } from 'node:buffer';
import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ApiErrorCode } from '@toolmark/api-contract';
import { createByteCollector } from '@toolmark/base';
import type * as z from 'zod';
import { parseBody } from '../read-body.ts';
import { fail } from './answers.ts';
import { toBodyProblems } from './body-problems.ts';
import type { RestContext, RestDeps } from './deps.ts';

/** The reason why a body was rejected. */
export interface BodyProblem {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly problems?: readonly Problem[];
}

/**
 * Parses a JSON body within the limits. A missing body counts as an empty object, so that requests without required
 * fields need none.
 */
export async function readJsonBody<Value>(
  { req }: RestContext,
  schema: z.ZodType<Value>,
  { bodyBytes, depth, values }: RestDeps['limits'],
): Promise<Result<Value, BodyProblem>> {
  const bytes = await readBytes(req.raw.body, Number(req.header('content-length') ?? 0), bodyBytes);
  if (bytes === undefined) {
    return err({ code: 'too_large', message: `The body may have at most ${bodyBytes} bytes.` });
  }
  if (bytes.length === 0) return validate({}, schema);
  if (!isJsonType(req.header('content-type'))) {
    return err({
      code: 'unsupported_media_type',
      message: 'The body must be JSON, with content-type: application/json.',
    });
  }
  if (!isUtf8(bytes)) return err({ code: 'bad_request', message: 'The body is not JSON.' });
  const parsed = await parseBody(bytes, { depth, values });
  switch (parsed.kind) {
    case 'value':
      return validate(parsed.value, schema);
    case 'broken':
      return err({ code: 'bad_request', message: 'The body is not JSON.' });
    case 'beyond':
      if (parsed.limit === 'values')
        return err({ code: 'too_large', message: `The body may have at most ${values} values.` });
      return err({ code: 'bad_request', message: `The body may be nested at most ${depth} levels deep.` });
  }
}

/** The response for a rejected body. */
export function refuseBody(context: RestContext, { code, message, problems }: BodyProblem): Response {
  return fail(context, code, message, problems === undefined ? {} : { problems });
}

const isJsonType = (type: string | undefined): boolean =>
  type !== undefined && /^application\/json\s*(?:;|$)/i.test(type.trim());

/** Returns `undefined` as soon as the limit is exceeded. */
async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  announced: number,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (announced > maxBytes) return undefined;
  const bytes = createByteCollector();
  for await (const chunk of body ?? []) {
    if (bytes.length() + chunk.length > maxBytes) return undefined;
    bytes.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  return bytes.take();
}

function validate<Value>(value: unknown, schema: z.ZodType<Value>): Result<Value, BodyProblem> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.flatMap(toBodyProblems);
  const message = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  return err({ code: 'bad_request', message, problems });
}
