import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, toNumber } from '@toolmark/base';
import { shown } from './rules.ts';

/**
 * Why the client of SDK 1.x could fail to compile a schema (it uses Ajv for draft 7, and throws), or `undefined` if it cannot.
 * Says why not rather once too often: compiling each schema here as well would take a second for a thousand tools.
 *
 * @example
 * whyNotCompilable({ type: 'object', properties: { a: { $ref: '#/$defs/gone' } } }) // '$ref "#/$defs/gone" leads nowhere'
 */
export function whyNotCompilable(root: JsonObject): string | undefined {
  const found: Found = { schemas: new Set(), references: [] };
  const known = new Set<JsonObject>();
  return (
    whyOddIdentity(root, true) ??
    whyNotSchema(root, found) ??
    first(found.references, (schema) => whyDangling(schema, root, found.schemas, known))
  );
}

interface Found {
  readonly schemas: Set<JsonObject>;
  readonly references: JsonObject[];
}

type Check = (value: unknown, found: Found) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isOrdinary = (value: unknown): boolean => Number.isFinite(toNumber(value));

const plain =
  (isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : '';
const schema: Check = (value, found) => whyNotSchema(value, found);
const schemas: Check = (value, found) =>
  Array.isArray(value) && value.length > 0 ? first(value, (item) => whyNotSchema(item, found)) : '';
const schemaMap: Check = (value, found) =>
  isJsonObject(value) ? first(Object.values(value), (item) => whyNotSchema(item, found)) : '';
const pattern: Check = (value) => (isText(value) && isPattern(value) ? undefined : '');

/** What a keyword must be. An empty answer is "no", any other says more. Keywords that are not here Ajv does not look at. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['type', plain((value) => [value].flat().every((item) => isText(item) && TYPES.has(item)))],
  ['enum', plain((value) => Array.isArray(value) && value.length > 0)],
  ['required', plain(isTexts)],
  ['uniqueItems', plain((value) => typeof value === 'boolean')],
  ['format', plain(isText)],
  ['$id', plain(isText)],
  ['pattern', pattern],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(numeric),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(numeric),
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties', 'additionalItems'].map(nested),
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
      isJsonObject(value) ? (first(Object.keys(value), (key) => pattern(key, found)) ?? schemaMap(value, found)) : '',
  ],
  [
    'dependencies',
    (value, found) =>
      isJsonObject(value)
        ? first(Object.values(value), (item) => (isTexts(item) ? undefined : whyNotSchema(item, found)))
        : '',
  ],
  // Ajv refuses these, or gives them a meaning that no server has in mind.
  ...['id', '$async', 'nullable', 'formatMinimum', 'formatMaximum'].map(refused),
  ...['formatExclusiveMinimum', 'formatExclusiveMaximum'].map(refused),
]);

function numeric(keyword: string): [string, Check] {
  return [keyword, plain(isOrdinary)];
}

function nested(keyword: string): [string, Check] {
  return [keyword, schema];
}

function refused(keyword: string): [string, Check] {
  return [keyword, () => ''];
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

function whyNotSchema(value: unknown, found: Found): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (!isJsonObject(value)) return `${shown(value)} stands where a schema belongs`;
  found.schemas.add(value);
  if (Object.hasOwn(value, '$ref')) found.references.push(value);
  return first(Object.entries(value), ([keyword, content]) => {
    const why = KEYWORDS.get(keyword)?.(content, found);
    return why === '' ? `${keyword} cannot be ${shown(content)}` : why;
  });
}

/** @param known the schemas from which references were followed to an end before: each is followed once, however many lead to it. */
function whyDangling(
  from: JsonObject,
  root: JsonObject,
  schemas: ReadonlySet<JsonObject>,
  known: Set<JsonObject>,
): string | undefined {
  const seen = new Set<JsonObject>();
  for (let at = from; Object.hasOwn(at, '$ref') && !known.has(at); ) {
    const target = follow(root, at['$ref']);
    // Also a reference that leads back to itself without ever saying anything.
    if (target === undefined || !schemas.has(target) || seen.has(target)) {
      return `$ref ${shown(at['$ref'])} leads nowhere`;
    }
    seen.add(target);
    at = target;
  }
  known.add(from);
  for (const schema of seen) known.add(schema);
  return undefined;
}

/** What a reference inside the same schema points to. Names that would have to be encoded are not followed. */
function follow(root: JsonObject, reference: unknown): JsonObject | undefined {
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

/** Names for schemas change what references mean, wherever they stand; Ajv refuses some of them, and any that occurs twice. */
function whyOddIdentity(value: unknown, isRoot = false): string | undefined {
  if (Array.isArray(value)) return first(value, (item) => whyOddIdentity(item));
  if (!isJsonObject(value)) return undefined;
  return first(Object.entries(value), ([key, content]) => {
    if (!IDENTITIES.has(key) || !isText(content)) return whyOddIdentity(content);
    return isRoot && key === '$id' && /^https?:\/\/[\w./-]+$/.test(content) ? undefined : `${key} is ${shown(content)}`;
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

function first<Item>(items: readonly Item[], why: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = why(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
