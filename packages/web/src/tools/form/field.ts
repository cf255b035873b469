import { flatten } from '../schema/flatten.ts';
import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { alternativesOf, readShape, type Shape } from '../schema/shape.ts';
import { type TypeName, typesOf } from '../schema/types.ts';

/** The kind of a form control. */
type FieldKind =
  | 'text'
  | 'long-text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'list'
  | 'object'
  | 'alternatives'
  | 'null'
  | 'json';

export interface Field {
  readonly kind: FieldKind;
  readonly shape: Shape;
  /** Whether null may be sent instead. */
  readonly isNullable: boolean;
  /** The placeholder of an empty field: an example, never a value. */
  readonly placeholder: string;
  readonly limits: FieldLimits;
  /** The values of a choice, as sent. */
  readonly options: readonly unknown[];
  /** The schema's default; `undefined` if it has none. */
  readonly usual: unknown;
  /** Nested fields, evaluated lazily because a schema may be recursive. */
  readonly members: () => readonly Member[];
  readonly item: () => Field;
  readonly alternatives: () => readonly Field[];
}

interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: Field;
}

interface FieldLimits {
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly leastLength: number | undefined;
  readonly mostLength: number | undefined;
  readonly leastItems: number | undefined;
  readonly mostItems: number | undefined;
}

/** Texts that may be longer than this get a multi-line field. */
const LINE = 200;

/**
 * The form field for a JSON Schema. Whatever no control supports is edited as JSON.
 *
 * @example
 * toField(definition.inputSchema).members().map(({ name, field }) => [name, field.kind]) // [['id', 'integer']]
 */
export function toField(schema: unknown, root: unknown = schema, trail: readonly string[] = []): Field {
  const flat = flatten(schema, root, trail);
  const own = flat.schema;
  const types = typesOf(own);
  const plain = types.filter((type) => type !== 'null');
  const inside = (one: unknown): Field => toField(one, root, flat.trail);
  const shape = readShape(schema, root, trail);
  const options = optionsOf(own);
  const properties = isJsonObject(own['properties']) ? own['properties'] : {};
  const required = new Set(Array.isArray(own['required']) ? own['required'] : []);
  const choices = alternativesOf(own);
  return {
    kind: kindOf(own, plain, types),
    shape,
    isNullable: types.length > 1 && types.includes('null'),
    placeholder: exampleOf(own),
    limits: limitsOf(own),
    options,
    usual: own['default'],
    members: () =>
      Object.entries(properties).map(([name, one]) => ({ name, isRequired: required.has(name), field: inside(one) })),
    item: () => inside(own['items'] ?? {}),
    alternatives: () => choices.map(inside).map(ended),
  };
}

/** Stop at alternatives that only lead back to themselves: choosing would never end. */
const ended = (field: Field): Field =>
  field.kind === 'alternatives' && field.shape.isRecursive ? { ...field, kind: 'json' } : field;

function kindOf(own: JsonObject, plain: readonly TypeName[], types: readonly TypeName[]): FieldKind {
  if (optionsOf(own).length > 0) return 'choice';
  if (alternativesOf(own).length > 0) return 'alternatives';
  const [type, other] = plain;
  if (type === undefined) return types.includes('null') ? 'null' : 'json';
  if (other !== undefined) return 'json';
  switch (type) {
    case 'string':
      return isLong(own) ? 'long-text' : 'text';
    case 'array':
      return isJsonObject(own['items']) ? 'list' : 'json';
    case 'object':
      // An object with arbitrary names has no form.
      return isJsonObject(own['properties']) && Object.keys(own['properties']).length > 0 ? 'object' : 'json';
    case 'null':
      return 'null';
    default:
      return type;
  }
}

/** Words that suggest a multi-line text. */
const LONG = /\b(markdown|multi-?line|lines|body|content|paragraph|html|longer text)\b/i;

function isLong({ maxLength, description, format }: JsonObject): boolean {
  if (typeof format === 'string') return false;
  return (
    (typeof maxLength === 'number' && maxLength > LINE) || (typeof description === 'string' && LONG.test(description))
  );
}

function optionsOf(own: JsonObject): readonly unknown[] {
  if ('const' in own) return [own['const']];
  return Array.isArray(own['enum']) ? own['enum'] : [];
}

function exampleOf({ examples, example }: JsonObject): string {
  const [first = example] = Array.isArray(examples) ? examples : [];
  if (first === undefined) return '';
  return typeof first === 'string' ? first : JSON.stringify(first);
}

function limitsOf(own: JsonObject): FieldLimits {
  const number = (key: string): number | undefined => (typeof own[key] === 'number' ? own[key] : undefined);
  return {
    least: number('minimum'),
    most: number('maximum'),
    leastLength: number('minLength'),
    mostLength: number('maxLength'),
    leastItems: number('minItems'),
    mostItems: number('maxItems'),
  };
}
