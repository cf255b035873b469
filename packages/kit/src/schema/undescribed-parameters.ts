import { isJsonObject, type JsonSchema } from '@toolmark/annotations';

/**
 * The parameters without a description, at any depth, as paths such as `filter.tags[].name`.
 *
 * @example
 * undescribedParameters({ type: 'object', properties: { id: { type: 'string' } } }) // ['id']
 */
export function undescribedParameters(schema: JsonSchema): readonly string[] {
  const found = new Set<string>();
  visit(schema, '', { root: schema, seen: new Set(), found });
  return [...found];
}

interface Walk {
  readonly root: JsonSchema;
  /** The schemas on the current path, to detect recursion. */
  readonly seen: ReadonlySet<JsonSchema>;
  readonly found: Set<string>;
}

function visit(schema: unknown, path: string, walk: Walk): void {
  const target = resolve(schema, walk.root);
  if (target === undefined || walk.seen.has(target)) return;
  const inner: Walk = { ...walk, seen: new Set([...walk.seen, target]) };
  for (const [name, property] of entriesOf(target['properties'])) {
    const at = join(path, name);
    if (!isDescribed(property, walk.root)) walk.found.add(at);
    visit(property, at, inner);
  }
  for (const [, property] of entriesOf(target['patternProperties'])) visit(property, join(path, '*'), inner);
  visit(target['additionalProperties'], join(path, '*'), inner);
  visit(target['items'], `${path}[]`, inner);
  for (const item of asList(target['prefixItems'])) visit(item, `${path}[]`, inner);
  for (const member of membersOf(target)) visit(member, path, inner);
}

/** A schema library may put the description on a definition, or on one side of `T | null`. */
function isDescribed(schema: unknown, root: JsonSchema, depth = 0): boolean {
  if (!isJsonObject(schema) || depth > MAX_REFERENCES) return false;
  const { description } = schema;
  if (typeof description === 'string' && description.trim() !== '') return true;
  const target = resolve(schema, root);
  if (target !== undefined && target !== schema) return isDescribed(target, root, depth + 1);
  return membersOf(schema).some((member) => isDescribed(member, root, depth + 1));
}

const MAX_REFERENCES = 32;

/** The schema itself, or the target of its local `$ref`. */
function resolve(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let current = schema;
  for (let hop = 0; hop < MAX_REFERENCES; hop++) {
    if (!isJsonObject(current)) return undefined;
    const reference = current['$ref'];
    if (typeof reference !== 'string') return current;
    current = resolvePointer(reference, root);
  }
  return undefined;
}

function resolvePointer(reference: string, root: JsonSchema): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    current = isJsonObject(current) ? current[key] : undefined;
  }
  return current;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function membersOf(schema: JsonSchema): readonly unknown[] {
  return [...asList(schema['anyOf']), ...asList(schema['oneOf']), ...asList(schema['allOf'])];
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
