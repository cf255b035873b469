import * as z from 'zod';
import { isJsonObject, type JsonSchema } from '../definition.ts';
import type { Problem } from '../result.ts';

/** Whether a value fits a JSON Schema. `unchecked` where the schema is broken or uses a keyword we cannot evaluate. */
export type Conformance =
  | { readonly kind: 'fits' }
  | { readonly kind: 'misfits'; readonly problems: readonly Problem[] }
  | { readonly kind: 'unchecked'; readonly reason: string };

/**
 * Checks a value against a JSON Schema as a server sent it. Never throws: a schema from the wire can be anything.
 *
 * @example
 * conforms({ id: 1 }, { type: 'object', properties: { id: { type: 'string' } } })
 * // { kind: 'misfits', problems: [{ path: 'id', message: 'Invalid input: expected string, received number' }] }
 */
export function conforms(value: unknown, schema: unknown): Conformance {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) {
    return { kind: 'unchecked', reason: 'the schema is not an object' };
  }
  const validator = compile(schema);
  if (typeof validator === 'string') return { kind: 'unchecked', reason: validator };
  const parsed = validator.safeParse(value);
  if (parsed.success) return { kind: 'fits' };
  return {
    kind: 'misfits',
    problems: parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  };
}

const compiled = new WeakMap<JsonSchema, z.ZodType | string>();

/** The validator, or the reason why there is none. Kept per schema object: lint asks more than once. */
function compile(schema: JsonSchema | boolean): z.ZodType | string {
  if (typeof schema === 'boolean') return schema ? z.unknown() : z.never();
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator = tryCompile(schema);
  compiled.set(schema, validator);
  return validator;
}

function tryCompile(schema: JsonSchema): z.ZodType | string {
  try {
    return z.fromJSONSchema(schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
