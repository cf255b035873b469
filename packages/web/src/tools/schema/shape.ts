import { plural } from '../../format/number.ts';
import { flatten } from './flatten.ts';
import { isJsonObject, type JsonObject, shortJson } from './json.ts';
import { type TypeName, typesOf } from './types.ts';

/** A readable description of a schema. Nested parts are evaluated lazily because a schema may be recursive. */
export interface Shape {
  /** A type in words: `string`, `list of integer`, `one of 3`. */
  readonly type: string;
  readonly types: readonly TypeName[];
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The limits, a few words each. */
  readonly limits: readonly string[];
  /** The allowed values as JSON on one line; empty if any. */
  readonly values: readonly string[];
  readonly default: string | undefined;
  readonly examples: readonly string[];
  readonly isDeprecated: boolean;
  readonly isRecursive: boolean;
  /** Whether it has nested parts. */
  readonly hasMore: boolean;
  readonly parameters: () => readonly Parameter[];
  /** The shape of the items of a list, or of the values of a map. */
  readonly items: () => Shape | undefined;
  readonly alternatives: () => readonly Shape[];
}

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}

/** Nobody reads more than this one by one. */
const MAX_PARAMETERS = 500;
const MAX_VALUES = 200;

/**
 * Describes a JSON Schema for display.
 *
 * @example
 * readShape(definition.inputSchema).parameters().map(({ name }) => name) // ['id', 'force']
 */
export function readShape(schema: unknown, root: unknown = schema, trail: readonly string[] = []): Shape {
  const flat = flatten(schema, root, trail);
  const own = flat.schema;
  const inside = (one: unknown): Shape => readShape(one, root, flat.trail);
  const types = schema === false ? [] : typesOf(own);
  const properties = isJsonObject(own['properties']) ? Object.entries(own['properties']) : [];
  const required = new Set(Array.isArray(own['required']) ? own['required'] : []);
  const choices = alternativesOf(own);
  const item = itemOf(own);
  return {
    type: flat.missing === undefined ? typeLabel(own, types, schema, inside) : `see ${flat.missing}`,
    types,
    title: nonEmptyText(own['title']),
    description: nonEmptyText(own['description']),
    limits: limitsOf(own),
    values: valuesOf(own),
    default: 'default' in own ? shortJson(own['default']) : undefined,
    examples: Array.isArray(own['examples']) ? own['examples'].slice(0, 5).map((one) => shortJson(one)) : [],
    isDeprecated: own['deprecated'] === true,
    isRecursive: flat.isRecursive,
    hasMore: properties.length > 0 || choices.length > 0 || (item !== undefined && isStructured(item)),
    parameters: () =>
      properties
        .slice(0, MAX_PARAMETERS)
        .map(([name, one]) => ({ name, isRequired: required.has(name), shape: inside(one) })),
    items: () => (item === undefined ? undefined : inside(item)),
    alternatives: () => choices.map(inside),
  };
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function alternativesOf(schema: JsonObject): readonly unknown[] {
  for (const key of ['oneOf', 'anyOf']) {
    const choices = schema[key];
    if (Array.isArray(choices) && choices.length > 0) return choices.slice(0, 50);
  }
  return [];
}

/** The schema of the items of a list or the values of a map. */
function itemOf(schema: JsonObject): unknown {
  if (isJsonObject(schema['items'])) return schema['items'];
  return isJsonObject(schema['additionalProperties']) ? schema['additionalProperties'] : undefined;
}

/** Whether an item has more to show than the name of its type. */
const isStructured = (item: unknown): boolean =>
  isJsonObject(item) && ['properties', '$ref', 'oneOf', 'anyOf', 'allOf', 'items', 'enum'].some((key) => key in item);

function valuesOf(schema: JsonObject): readonly string[] {
  if ('const' in schema) return [shortJson(schema['const'])];
  return Array.isArray(schema['enum']) ? schema['enum'].slice(0, MAX_VALUES).map((one) => shortJson(one)) : [];
}

function typeLabel(
  own: JsonObject,
  types: readonly TypeName[],
  schema: unknown,
  inside: (one: unknown) => Shape,
): string {
  if (schema === false) return 'nothing';
  const choices = alternativesOf(own);
  if (choices.length > 0) return `one of ${choices.length}`;
  if (types.length === 0) return 'enum' in own || 'const' in own ? 'value' : 'anything';
  return types
    .map((type) => {
      if (type === 'array' && isJsonObject(own['items']))
        return `list of ${isStructured(own['items']) ? 'items' : inside(own['items']).type}`;
      if (type === 'array') return 'list';
      const free = own['additionalProperties'];
      if (type === 'object' && isJsonObject(free) && !isStructured(free)) return `object of ${inside(free).type}`;
      const format = type === 'string' ? nonEmptyText(own['format']) : undefined;
      return format === undefined ? type : `${type} (${format})`;
    })
    .join(' or ');
}

function limitsOf(schema: JsonObject): readonly string[] {
  const number = (key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined);
  const range = (least: number | undefined, most: number | undefined, what: string): readonly string[] => {
    const named = (count: number): string => plural(count, what);
    if (least !== undefined && most !== undefined)
      return [least === most ? `exactly ${named(least)}` : `${least} to ${named(most)}`];
    if (least !== undefined && least > 0) return [`at least ${named(least)}`];
    return most === undefined ? [] : [`at most ${named(most)}`];
  };
  const bound = (key: string, sign: string): readonly string[] => {
    const value = number(key);
    return value === undefined ? [] : [`${sign} ${value}`];
  };
  return [
    ...range(number('minLength'), number('maxLength'), 'character'),
    ...bound('minimum', '≥'),
    ...bound('exclusiveMinimum', '>'),
    ...bound('maximum', '≤'),
    ...bound('exclusiveMaximum', '<'),
    ...bound('multipleOf', 'a multiple of'),
    ...range(number('minItems'), number('maxItems'), 'item'),
    ...range(number('minProperties'), number('maxProperties'), 'property'),
    ...(schema['uniqueItems'] === true ? ['no duplicates'] : []),
    ...(typeof schema['pattern'] === 'string' ? [`matches ${schema['pattern']}`] : []),
    ...(schema['additionalProperties'] === false ? ['no other properties'] : []),
  ];
}
