import { isJsonObject, type JsonObject } from './json.ts';

/** A schema with its references and compositions merged. */
export interface FlatSchema {
  readonly schema: JsonObject;
  /** The references that led here; a repeated one is a recursion. */
  readonly trail: readonly string[];
  /** Whether a reference was repeated. */
  readonly isRecursive: boolean;
  /** A reference that leads nowhere or out of the definition; nothing is ever fetched. */
  readonly missing: string | undefined;
}

/** Limits endless references and compositions. */
const MAX_STEPS = 200;

/**
 * Follows `$ref` within the definition and merges `allOf` into one object. Keywords beside a `$ref` take precedence
 * over the referenced schema.
 *
 * @example
 * flatten({ $ref: '#/$defs/Id', description: 'Which.' }, root).schema // { type: 'string', description: 'Which.' }
 */
export function flatten(schema: unknown, root: unknown, trail: readonly string[] = []): FlatSchema {
  const state = { steps: 0, trail: [...trail], isRecursive: false, missing: undefined as string | undefined };
  const merge = (one: unknown): JsonObject => {
    if (!isJsonObject(one) || state.steps++ > MAX_STEPS) return {};
    const { $ref: reference, allOf, ...own } = one;
    const parts: JsonObject[] = [own];
    if (typeof reference === 'string') {
      const found = follow(reference, root);
      state.isRecursive ||= state.trail.includes(reference);
      state.trail.push(reference);
      if (found === undefined) state.missing ??= reference;
      else parts.push(merge(found));
    }
    if (Array.isArray(allOf)) parts.push(...allOf.map(merge));
    return parts.length === 1 ? own : parts.reduce(combine);
  };
  const flat = merge(schema);
  return { schema: flat, trail: state.trail, isRecursive: state.isRecursive, missing: state.missing };
}

function combine(one: JsonObject, other: JsonObject): JsonObject {
  const both: Record<string, unknown> = { ...other, ...one };
  if (isJsonObject(one['properties']) && isJsonObject(other['properties'])) {
    both['properties'] = { ...one['properties'], ...other['properties'], ...one['properties'] };
  }
  if (Array.isArray(one['required']) && Array.isArray(other['required'])) {
    both['required'] = [...one['required'], ...other['required']];
  }
  return both;
}

/** Resolves a JSON pointer within the definition. */
function follow(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decoded(step);
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
