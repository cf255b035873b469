import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, toNumber } from '@toolmark/base';
import { printValue } from './rules.ts';

/**
 * Why the client of SDK 1.x could fail to compile a schema (it uses Ajv for draft 7, which throws), or `undefined`.
 * False positives are acceptable: compiling each schema would take a second for a thousand tools.
 *
 * @example
 * whyNotCompilable({ type: 'object', properties: { a: { $ref: '#/$defs/gone' } } }) // '$ref "#/$defs/gone" does not resolve'
 */
export function whyNotCompilable(root: JsonObject): string | undefined {
  const found: FoundSchemas = { schemas: new Set(), references: [] };
  const known = new Set<JsonObject>();
  return (
    identityProblem(root, true) ??
    schemaProblem(root, found) ??
    firstReason(found.references, (schema) => referenceProblem(schema, root, found.schemas, known))
  );
}

interface FoundSchemas {
  readonly schemas: Set<JsonObject>;
  readonly references: JsonObject[];
}

type Check = (value: unknown, found: FoundSchemas) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isOrdinary = (value: unknown): boolean => Number.isFinite(toNumber(value));

const valueCheck =
  (isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : '';
const schema: Check = (value, found) => schemaProblem(value, found);
const schemas: Check = (value, found) =>
  Array.isArray(value) && value.length > 0 ? firstReason(value, (item) => schemaProblem(item, found)) : '';
const schemaMap: Check = (value, found) =>
  isJsonObject(value) ? firstReason(Object.values(value), (item) => schemaProblem(item, found)) : '';
const pattern: Check = (value) => (isText(value) && isPattern(value) ? undefined : '');

/**
 * The check for each keyword. An empty text means "invalid", another text is a reason. Ajv ignores keywords that are
 * not listed here.
 */
const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['type', valueCheck((value) => [value].flat().every((item) => isText(item) && TYPES.has(item)))],
  ['enum', valueCheck((value) => Array.isArray(value) && value.length > 0)],
  ['required', valueCheck(isTexts)],
  ['uniqueItems', valueCheck((value) => typeof value === 'boolean')],
  ['format', valueCheck(isText)],
  ['$id', valueCheck(isText)],
  ['pattern', pattern],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(numericKeyword),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(numericKeyword),
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties', 'additionalItems'].map(
    schemaKeyword,
  ),
  ['items', (value, found) => (Array.isArray(value) ? schemas(value, found) : schema(value, found))],
  ['allOf', schemas],
  ['anyOf', schemas],
  ['oneOf', schemas],
  ['properties', schemaMap],
  ['$defs', schemaMap],
  ['definitions', schemaMap],
  [
    'patternProperties',
    (value, found) =>
      isJsonObject(value)
        ? (firstReason(Object.keys(value), (key) => pattern(key, found)) ?? schemaMap(value, found))
        : '',
  ],
  [
    'dependencies',
    (value, found) =>
      isJsonObject(value)
        ? firstReason(Object.values(value), (item) => (isTexts(item) ? undefined : schemaProblem(item, found)))
        : '',
  ],
  // Ajv rejects these, or gives them a meaning that no server intends.
  ...['id', '$async', 'nullable', 'formatMinimum', 'formatMaximum'].map(rejectedKeyword),
  ...['formatExclusiveMinimum', 'formatExclusiveMaximum'].map(rejectedKeyword),
]);

function numericKeyword(keyword: string): [string, Check] {
  return [keyword, valueCheck(isOrdinary)];
}

function schemaKeyword(keyword: string): [string, Check] {
  return [keyword, schema];
}

function rejectedKeyword(keyword: string): [string, Check] {
  return [keyword, () => ''];
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

function schemaProblem(value: unknown, found: FoundSchemas): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (!isJsonObject(value)) return `${printValue(value)} is not a schema`;
  found.schemas.add(value);
  if (Object.hasOwn(value, '$ref')) found.references.push(value);
  return firstReason(Object.entries(value), ([keyword, content]) => {
    const why = KEYWORDS.get(keyword)?.(content, found);
    return why === '' ? `${keyword} cannot be ${printValue(content)}` : why;
  });
}

/** @param known schemas whose references were resolved before, so that each is followed once */
function referenceProblem(
  from: JsonObject,
  root: JsonObject,
  schemas: ReadonlySet<JsonObject>,
  known: Set<JsonObject>,
): string | undefined {
  const seen = new Set<JsonObject>();
  for (let at = from; Object.hasOwn(at, '$ref') && !known.has(at); ) {
    const target = resolveReference(root, at['$ref']);
    // Includes a chain of references that leads back to itself.
    if (target === undefined || !schemas.has(target) || seen.has(target)) {
      return `$ref ${printValue(at['$ref'])} does not resolve`;
    }
    seen.add(target);
    at = target;
  }
  known.add(from);
  for (const schema of seen) known.add(schema);
  return undefined;
}

/** Resolves a reference within the schema. Names that need encoding are not supported. */
function resolveReference(root: JsonObject, reference: unknown): JsonObject | undefined {
  if (reference === '#') return root;
  if (!isText(reference) || !/^#(?:\/[\w.$~-]+)+$/.test(reference)) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return isJsonObject(at) ? at : undefined;
}

/** Finds ids and anchors: they change the meaning of references, and Ajv rejects some of them and all duplicates. */
function identityProblem(value: unknown, isRoot = false): string | undefined {
  if (Array.isArray(value)) return firstReason(value, (item) => identityProblem(item));
  if (!isJsonObject(value)) return undefined;
  return firstReason(Object.entries(value), ([key, content]) => {
    if (!IDENTITIES.has(key) || !isText(content)) return identityProblem(content);
    return isRoot && key === '$id' && /^https?:\/\/[\w./-]+$/.test(content)
      ? undefined
      : `${key} is ${printValue(content)}`;
  });
}

const IDENTITIES = new Set(['$id', '$anchor', '$dynamicAnchor']);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function firstReason<Item>(items: readonly Item[], why: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = why(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
