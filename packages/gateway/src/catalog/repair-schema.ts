import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { applyRules, listOf, must, type Note, type Rule, type Rules, shown, text } from './rules.ts';

/**
 * The input schema as every client wants it: an object schema. What the arguments are is lost where it was never said; the
 * server still checks them.
 */
export function repairInputSchema(schema: unknown, note: Note): JsonObject {
  if (!isJsonObject(schema)) {
    note(
      schema === undefined
        ? 'inputSchema is missing; {"type":"object"} stands in'
        : `inputSchema is ${shown(schema)} and not an object; {"type":"object"} stands in`,
    );
    return { type: 'object' };
  }
  const fixed = applyRules(schema, SCHEMA_RULES, note, 'inputSchema');
  if (fixed['type'] === 'object') return fixed;
  if (!Object.hasOwn(fixed, 'type')) {
    note('inputSchema.type is missing; "object" stands in');
    return { type: 'object', ...fixed };
  }
  note(`inputSchema.type is ${shown(fixed['type'])}; "object" stands in`);
  return { ...fixed, type: 'object' };
}

export const outputSchema: Rule = (value, path, note) =>
  isJsonObject(value) ? applyRules(value, SCHEMA_RULES, note, path) : must(() => false, 'an object')(value, path, note);

/** Older SDKs want an object as the schema of each property, where JSON Schema also has `true` and `false`. */
export function spellOutBooleans(schema: JsonObject, path: string, note: Note): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.values(properties).some((value) => typeof value === 'boolean'))
    return schema;
  note(`${path}.properties has schemas that are true or false; for older clients {} and {"not":{}} stand in`);
  const spelled = Object.entries(properties).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? (value ? {} : { not: {} }) : value,
  ]);
  return { ...schema, properties: Object.fromEntries(spelled) };
}

const propertySchema: Rule = (value, path, note) => {
  if (isJsonObject(value) || typeof value === 'boolean') return value;
  note(`${path} is ${shown(value)} and no schema; {} stands in`);
  return {};
};

const properties: Rule = (value, path, note) => {
  if (!isJsonObject(value)) return must(() => false, 'an object')(value, path, note);
  const rules = new Map(Object.keys(value).map((key) => [key, propertySchema]));
  return applyRules(value, rules, note, path);
};

const SCHEMA_RULES: Rules = new Map([
  ['$schema', text],
  ['properties', properties],
  ['required', listOf(text)],
]);
