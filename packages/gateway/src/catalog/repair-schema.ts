import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { applyRules, listOf, must, printValue, type ReportRepair, type Rule, type Rules, text } from './rules.ts';

/**
 * Repairs an input schema to an object schema, which every client requires. Missing parts stay unknown; the server
 * still validates the arguments.
 */
export function repairInputSchema(schema: unknown, note: ReportRepair): JsonObject {
  if (!isJsonObject(schema)) {
    note(
      schema === undefined
        ? 'inputSchema is missing; {"type":"object"} is used instead'
        : `inputSchema is ${printValue(schema)} and not an object; {"type":"object"} is used instead`,
    );
    return { type: 'object' };
  }
  const fixed = applyRules(schema, SCHEMA_RULES, note, 'inputSchema');
  if (fixed['type'] === 'object') return fixed;
  if (!Object.hasOwn(fixed, 'type')) {
    note('inputSchema.type is missing; "object" is used instead');
    return { type: 'object', ...fixed };
  }
  note(`inputSchema.type is ${printValue(fixed['type'])}; "object" is used instead`);
  return { ...fixed, type: 'object' };
}

export const outputSchema: Rule = (value, path, note) =>
  isJsonObject(value) ? applyRules(value, SCHEMA_RULES, note, path) : must(() => false, 'an object')(value, path, note);

/** Older SDKs require an object as the schema of each property, but JSON Schema allows `true` and `false`. */
export function spellOutBooleans(schema: JsonObject, path: string, note: ReportRepair): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.values(properties).some((value) => typeof value === 'boolean'))
    return schema;
  note(`${path}.properties has schemas that are true or false; for legacy clients {} and {"not":{}} are used instead`);
  const spelled = Object.entries(properties).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? (value ? {} : { not: {} }) : value,
  ]);
  return { ...schema, properties: Object.fromEntries(spelled) };
}

const propertySchema: Rule = (value, path, note) => {
  if (isJsonObject(value) || typeof value === 'boolean') return value;
  note(`${path} is ${printValue(value)} and not a schema; {} is used instead`);
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
