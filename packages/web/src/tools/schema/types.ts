import { isJsonObject, type JsonObject } from './json.ts';

const TYPE_NAMES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

export type TypeName = (typeof TYPE_NAMES)[number];

const isTypeName = (value: unknown): value is TypeName => (TYPE_NAMES as readonly unknown[]).includes(value);

/** The types that a schema allows; if it names none, those that its keywords imply. */
export function typesOf(schema: JsonObject): readonly TypeName[] {
  const { type } = schema;
  if (isTypeName(type)) return [type];
  if (Array.isArray(type)) return [...new Set(type.filter(isTypeName))];
  if (isJsonObject(schema['properties'])) return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  return [];
}
