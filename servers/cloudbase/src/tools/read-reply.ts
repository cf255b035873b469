import type * as z from 'zod';
import { CloudBaseError } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';

/**
 * Validates an answer of Tencent Cloud. Throws UNEXPECTED_REPLY for another shape.
 *
 * @example
 * const { InsertedIds } = readReply(Inserted, reply, t);
 */
export function readReply<Schema extends z.ZodType>(schema: Schema, reply: unknown, t: Translate): z.output<Schema> {
  const read = schema.safeParse(reply);
  if (read.success) return read.data;
  const problem = read.error.issues[0];
  const where = problem === undefined || problem.path.length === 0 ? '' : ` (${problem.path.join('.')})`;
  const requestId = (reply as { readonly RequestId?: unknown } | undefined)?.RequestId;
  throw new CloudBaseError(
    'UNEXPECTED_REPLY',
    t(
      `Tencent Cloud answered in a form that this version does not know${where}.`,
      `腾讯云返回了当前版本无法识别的内容${where}。`,
    ),
    typeof requestId === 'string' ? { requestId } : undefined,
  );
}
