import { isJsonObject, type JsonSchema } from '../definition.ts';

/** Each takes a validator some microseconds, most of all where something is wrong that it has to say. */
const MOST_STEPS = 30_000;
/** Every level takes room on the stack. */
const MOST_LEVELS = 500;

/** What is said about the same value once more. */
const SAME = ['not', 'if', 'then', 'else'] as const;
const SAME_EACH = ['anyOf', 'oneOf', 'allOf'] as const;
/** What is said about each member, or each item. */
const OF_MEMBERS = ['additionalProperties', 'unevaluatedProperties'] as const;
const OF_ITEMS = ['items', 'additionalItems', 'unevaluatedItems', 'contains'] as const;

/**
 * Whether a validator that follows every reference and tries every alternative anew would take too many steps for a value. A schema of
 * a few hundred characters can ask for more of them than there is time: `a` is any of three `b`, `b` any of three `c`, and so on. How
 * many there would be is counted, each part once, without taking them.
 *
 * @example
 * takesTooLong({ id: 1 }, { type: 'object', properties: { id: { type: 'number' } } }) // false
 */
export function takesTooLong(value: unknown, schema: JsonSchema): boolean {
  return createCount(schema)(value, schema, 0) > MOST_STEPS;
}

type Count = (value: unknown, schema: unknown, level: number) => number;

function createCount(root: JsonSchema): Count {
  /** Of each value under each schema; infinite while it is being counted: whoever needs it for itself goes round in a circle. */
  const known = new Map<unknown, { readonly weight: number; readonly ofValues: Map<unknown, number> }>();
  const sizeOf = createSizes();
  /** Of counting, which must not take too long either. */
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
    if (taken > MOST_STEPS || level > MOST_LEVELS) return Number.POSITIVE_INFINITY;
    ofValues.set(value, Number.POSITIVE_INFINITY);
    for (const [part, about] of partsOf(value, schema, root)) {
      steps += count(part, about, level + 1);
      if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY;
    }
    ofValues.set(value, steps);
    return steps;
  };
  return count;
}

/** How many members or items a value has, each counted once. */
function createSizes(): (value: unknown) => number {
  const known = new Map<object, number>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return 0;
    const size = known.get(value) ?? (Array.isArray(value) ? value.length : Object.keys(value).length);
    known.set(value, size);
    return size;
  };
}

/** What is looked at for every value, whatever is in it; what is wrong is said with all that would have been right. */
function weightOf({ enum: values, required, properties }: JsonSchema): number {
  const names = isJsonObject(properties) ? Object.keys(properties).length : 0;
  return 1 + listOf(values).length + listOf(required).length + names;
}

/** Every value that a validator looks at for this one, with what it holds it against. */
function* partsOf(value: unknown, schema: JsonSchema, root: JsonSchema): Generator<readonly [unknown, unknown]> {
  const { $ref: reference } = schema;
  if (typeof reference === 'string') yield [value, follow(reference, root)];
  for (const key of SAME) yield [value, schema[key]];
  for (const key of SAME_EACH) for (const each of listOf(schema[key])) yield [value, each];
  if (Array.isArray(value)) yield* itemsOf(value, schema);
  else if (isJsonObject(value)) yield* membersOf(value, schema);
}

function* itemsOf(value: readonly unknown[], schema: JsonSchema): Generator<readonly [unknown, unknown]> {
  const ordered = [...listOf(schema['prefixItems']), ...listOf(schema['items'])];
  for (const [index, item] of value.entries()) {
    yield [item, ordered[index]];
    for (const key of OF_ITEMS) yield [item, schema[key]];
  }
}

function* membersOf(value: JsonSchema, schema: JsonSchema): Generator<readonly [unknown, unknown]> {
  const { properties, propertyNames } = schema;
  for (const [name, member] of Object.entries(value)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) yield [member, properties[name]];
    for (const key of OF_MEMBERS) yield [member, schema[key]];
    yield [name, propertyNames];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `undefined` where it leads nowhere: a validator says so at once. */
function follow(reference: string, root: JsonSchema): unknown {
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
