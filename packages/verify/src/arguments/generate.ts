import { isJsonObject, type ToolDefinition } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { examplesIn, type Pool } from './pool.ts';
import { guessFromName, isCreating, type ParameterContext, wantsNewValue } from './words.ts';

export interface GenerateOptions {
  readonly pool: Pool;
  /** The number of the try: other values are chosen each time. */
  readonly turn: number;
  /** Values that an error text asked for, by parameter. */
  readonly repairs?: Readonly<Record<string, unknown>>;
  /** Whether optional parameters are given too. */
  readonly withOptional?: boolean;
}

const MAX_DEPTH = 6;

/**
 * Arguments for a tool: constants and examples of its schema first, then values seen in the server's own answers, then
 * what the parameter's name says.
 */
export function generateArguments(tool: ToolDefinition, options: GenerateOptions): JsonObject {
  const schema = isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
  const definitions = { ...asObject(schema['$defs']), ...asObject(schema['definitions']) };
  const description = typeof tool.description === 'string' ? tool.description : '';
  const { pool, turn, repairs = {}, withOptional = false } = options;

  const valueFor = (given: unknown, parameter: string, depth: number): unknown => {
    if (!isJsonObject(given) || depth > MAX_DEPTH) return 'x';
    const reference = given['$ref'];
    if (typeof reference === 'string')
      return valueFor(definitions[reference.split('/').pop() ?? ''], parameter, depth + 1);
    if (given['const'] !== undefined) return given['const'];
    const values = Array.isArray(given['enum']) ? given['enum'] : [];
    if (values.length > 0) return values[turn % values.length];
    const examples = examplesIn(given);
    if (examples.length > 0) return examples[turn % examples.length];
    const alternatives = [given['anyOf'], given['oneOf']].find(Array.isArray);
    if (alternatives !== undefined) {
      const usable = alternatives.filter((each) => !isJsonObject(each) || each['type'] !== 'null');
      return valueFor(usable[turn % Math.max(1, usable.length)] ?? alternatives[0], parameter, depth + 1);
    }
    const context: ParameterContext = { parameter, tool: tool.name, description, turn, pool };
    switch (typeOf(given)) {
      case 'object':
        return objectFor(given, depth);
      case 'array':
        return [valueFor(given['items'] ?? { type: 'string' }, parameter, depth + 1)];
      case 'integer':
      case 'number':
        return numberFor(given, pool.pick(parameter, turn));
      case 'boolean':
        return given['default'] ?? false;
      case 'null':
        return null;
      default:
        return textFor(given, context);
    }
  };
  const objectFor = (given: JsonObject, depth: number): JsonObject => {
    const required = Array.isArray(given['required']) ? given['required'] : [];
    const entries = Object.entries(asObject(given['properties'])).filter(
      ([name]) => withOptional || required.includes(name) || (depth === 0 && repairs[name] !== undefined),
    );
    return Object.fromEntries(
      entries.map(([name, member]) => [
        name,
        depth === 0 && repairs[name] !== undefined ? repairs[name] : valueFor(member, name, depth + 1),
      ]),
    );
  };
  return objectFor(schema, 0);
}

function textFor(schema: JsonObject, context: ParameterContext): string {
  const { parameter, turn, pool } = context;
  const isPlace = /path|file|dir|folder|repo|url|uri|time|sql|query|range|cell|^at$/i.test(parameter);
  const guessed = guessFromName(context);
  // To create something that exists changes nothing, so every other try gives a new name.
  const isNew = wantsNewValue(parameter) || (isCreating(context.tool) && turn % 2 === 1);
  const seen = isNew ? undefined : pool.pick(parameter, turn);
  const value =
    (isPlace ? guessed : undefined) ??
    seen ??
    schema['default'] ??
    exampleInWords(schema) ??
    guessed ??
    (wantsNewValue(parameter) ? `toolmark verify ${turn}` : `verify-${turn}`);
  const text = String(value);
  const { minLength, maxLength } = schema;
  if (typeof minLength === 'number' && text.length < minLength) return text.padEnd(minLength, 'x');
  return typeof maxLength === 'number' && text.length > maxLength ? text.slice(0, maxLength) : text;
}

/** `… e.g. 'Europe/Paris'` in a parameter's description. */
function exampleInWords(schema: JsonObject): string | undefined {
  const text = schema['description'];
  if (typeof text !== 'string') return undefined;
  return /(?:e\.g\.|for example|such as|example:)[,:]?\s*['"`]([^'"`]{1,60})['"`]/i.exec(text)?.[1];
}

function numberFor(schema: JsonObject, seen: unknown): number {
  const { default: usual, minimum, exclusiveMinimum, maximum } = schema;
  if (typeof usual === 'number') return usual;
  if (typeof seen === 'number') return seen;
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : typeof minimum === 'number' ? minimum : 1;
  return typeof maximum === 'number' ? Math.min(maximum, Math.max(least, 1)) : Math.max(least, 1);
}

function typeOf(schema: JsonObject): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((each) => each !== 'null');
  return type ?? (schema['properties'] === undefined ? 'string' : 'object');
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
