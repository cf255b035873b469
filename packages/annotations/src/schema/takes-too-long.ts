import { isJsonObject, type JsonSchema } from '../definition.ts';

/** A step takes a validator several microseconds, mostly for building error messages. */
const MAX_STEPS = 30_000;
/** Recursion is limited, because every level uses stack space. */
const MAX_LEVELS = 500;

/** Keywords whose subschemas apply to the same value. */
const SAME_VALUE = ['not', 'if', 'then', 'else'] as const;
const SAME_VALUE_LISTS = ['anyOf', 'oneOf', 'allOf'] as const;
/** Keywords whose subschema applies to each member, or each item. */
const MEMBER_KEYWORDS = ['additionalProperties', 'unevaluatedProperties'] as const;
const ITEM_KEYWORDS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'] as const;

/**
 * Whether validating a value would take too many steps for a validator without memoization. A schema of a few hundred
 * characters can require exponentially many: `a` is any of three `b`, `b` any of three `c`, and so on. Counts the steps
 * without running them, each pair of value and schema once.
 *
 * @example
 * takesTooLong({ id: 1 }, { type: 'object', properties: { id: { type: 'number' } } }) // false
 */
export function takesTooLong(value: unknown, schema: JsonSchema): boolean {
  return createCount(schema)(value, schema, 0) > MAX_STEPS;
}

type Count = (value: unknown, schema: unknown, level: number) => number;

function createCount(root: JsonSchema): Count {
  /** Step counts by value and schema; infinite while being counted, which detects recursion on the same value. */
  const known = new Map<unknown, { readonly weight: number; readonly ofValues: Map<unknown, number> }>();
  const sizeOf = createSizes();
  /** The steps of counting, which are limited too. */
  let taken = 0;

  const count: Count = (value, schema, level) => {
    if (!isJsonObject(schema)) return 0;
    const { weight, ofValues } = known.get(schema) ?? {
      weight: weightOf(schema),
      ofValues: new Map<unknown, number>(),
    };
    known.set(schema, { weight, ofValues });
    const before = ofValues.get(value);
    if (before !== undefined) return before;
    let steps = weight + sizeOf(value);
    taken += steps;
    if (taken > MAX_STEPS || level > MAX_LEVELS) return Number.POSITIVE_INFINITY;
    ofValues.set(value, Number.POSITIVE_INFINITY);
    for (const [part, about] of partsOf(value, schema, root)) {
      steps += count(part, about, level + 1);
      if (steps > MAX_STEPS) return Number.POSITIVE_INFINITY;
    }
    ofValues.set(value, steps);
    return steps;
  };
  return count;
}

/** The number of members or items of a value, cached. */
function createSizes(): (value: unknown) => number {
  const known = new Map<object, number>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return 0;
    const size = known.get(value) ?? (Array.isArray(value) ? value.length : Object.keys(value).length);
    known.set(value, size);
    return size;
  };
}

/** The steps for every value of this schema, whatever its content; an error message may list all allowed values. */
function weightOf({ enum: values, required, properties }: JsonSchema): number {
  const names = isJsonObject(properties) ? Object.keys(properties).length : 0;
  return 1 + asList(values).length + asList(required).length + names;
}

/** Pairs of each value and subschema that a validator checks for this value. */
function* partsOf(value: unknown, schema: JsonSchema, root: JsonSchema): Generator<readonly [unknown, unknown]> {
  const { $ref: reference } = schema;
  if (typeof reference === 'string') yield [value, follow(reference, root)];
  for (const key of SAME_VALUE) yield [value, schema[key]];
  for (const key of SAME_VALUE_LISTS) for (const each of asList(schema[key])) yield [value, each];
  if (Array.isArray(value)) yield* itemsOf(value, schema);
  else if (isJsonObject(value)) yield* membersOf(value, schema);
}

function* itemsOf(value: readonly unknown[], schema: JsonSchema): Generator<readonly [unknown, unknown]> {
  const ordered = [...asList(schema['prefixItems']), ...asList(schema['items'])];
  for (const [index, item] of value.entries()) {
    yield [item, ordered[index]];
    for (const key of ITEM_KEYWORDS) yield [item, schema[key]];
  }
}

function* membersOf(value: JsonSchema, schema: JsonSchema): Generator<readonly [unknown, unknown]> {
  const { properties, propertyNames } = schema;
  for (const [name, member] of Object.entries(value)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) yield [member, properties[name]];
    for (const key of MEMBER_KEYWORDS) yield [member, schema[key]];
    yield [name, propertyNames];
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `undefined` for a dangling reference, which a validator rejects at once. */
function follow(reference: string, root: JsonSchema): unknown {
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
