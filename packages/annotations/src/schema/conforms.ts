import * as z from 'zod';
import { isJsonObject, type JsonSchema } from '../definition.ts';
import { type Problem, toMessage } from '../result.ts';
import { takesTooLong } from './takes-too-long.ts';
import { withoutPatterns } from './without-patterns.ts';

/** Whether a value conforms to a JSON Schema. `unchecked` if the schema is broken or uses an unsupported keyword. */
export type Conformance =
  | { readonly kind: 'fits' }
  | { readonly kind: 'misfits'; readonly problems: readonly Problem[] }
  | { readonly kind: 'unchecked'; readonly reason: string };

export interface ConformsOptions {
  /**
   * Whether to run the schema's regular expressions. Enable it only for trusted schemas: a regular expression from the
   * wire can run practically for ever.
   */
  readonly patterns?: boolean;
}

/**
 * Checks a value against an untrusted JSON Schema. Never throws and never hangs.
 *
 * @example
 * conforms({ id: 1 }, { type: 'object', properties: { id: { type: 'string' } } })
 * // { kind: 'misfits', problems: [{ path: 'id', message: 'Invalid input: expected string, received number' }] }
 */
export function conforms(value: unknown, schema: unknown, { patterns = false }: ConformsOptions = {}): Conformance {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) {
    return { kind: 'unchecked', reason: 'the schema is not an object' };
  }
  const safe = patterns ? schema : withoutPatterns(schema);
  if (safe === undefined)
    return { kind: 'unchecked', reason: 'the schema is too large, or its patterns cannot be left out safely' };
  if (!patterns && isJsonObject(safe) && takesTooLong(value, safe))
    return { kind: 'unchecked', reason: 'checking it would take too long: too many keywords apply to the same values' };
  const validator = compile(safe);
  if (typeof validator === 'string') return { kind: 'unchecked', reason: validator };
  const parsed = validator.safeParse(value);
  if (parsed.success) return { kind: 'fits' };
  return {
    kind: 'misfits',
    problems: parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  };
}

/** Cached, because compiling takes milliseconds and a server checks every failure against the same few schemas. */
const compiled = new WeakMap<JsonSchema, z.ZodType | string>();

/** The validator, or the reason why the schema cannot be compiled. */
function compile(schema: JsonSchema | boolean): z.ZodType | string {
  if (typeof schema === 'boolean') return schema ? z.unknown() : z.never();
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = fromJsonSchema(schema);
  compiled.set(schema, made);
  return made;
}

function fromJsonSchema(schema: JsonSchema): z.ZodType | string {
  try {
    return z.fromJSONSchema(schema);
  } catch (error) {
    return toMessage(error);
  }
}
