import { EJSON } from 'bson';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

/** The limit for JSON arguments: a document has at most 16 MB, a request to Cloud API at most 10 MB. */
export const MAX_JSON_BYTES = 8_000_000;

/** A MongoDB value: a plain object or a BSON type such as ObjectId. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses an argument with JSON or extended JSON, such as `{"_id":{"$oid":"…"}}`. Throws INVALID_ARGUMENT and TOO_LARGE.
 *
 * @example
 * parseObject('query', '{"done":false}', t) // { done: false }
 */
export function parseObject(argument: string, text: string, t: Translate): Fields {
  const value = parse(argument, text, t);
  if (!isFields(value)) {
    throw invalidArgument(t(`'${argument}' must be a JSON object.`, `“${argument}”必须是 JSON 对象。`));
  }
  return value;
}

/** Like {@link parseObject}, but also accepts a list, because an update can be a pipeline. */
export function parseObjectOrList(argument: string, text: string, t: Translate): Fields | readonly unknown[] {
  const value = parse(argument, text, t);
  return Array.isArray(value) ? value : parseObject(argument, text, t);
}

/** Whether the value is a document, not a BSON type, a list or a scalar. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function parse(argument: string, text: string, t: Translate): unknown {
  if (Buffer.byteLength(text) > MAX_JSON_BYTES) {
    throw new CloudBaseError(
      'TOO_LARGE',
      t(`'${argument}' is larger than ${MAX_JSON_BYTES} bytes.`, `“${argument}”超过 ${MAX_JSON_BYTES} 字节。`),
    );
  }
  try {
    return EJSON.parse(text, { relaxed: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidArgument(
      t(`'${argument}' is not valid JSON: ${reason}.`, `“${argument}”不是有效的 JSON：${reason}。`),
    );
  }
}
