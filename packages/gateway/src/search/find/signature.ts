import { isJsonObject, parametersOf, type ToolDefinition } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';

/** The parameters of a tool on one line, in the syntax of TypeScript. */
export interface Signature {
  readonly text: string;
  /** Whether something was omitted; the schema has the rest. */
  readonly isShortened: boolean;
}

/** About fifty tokens; `describe_tool` returns the rest. */
const MAX_LENGTH = 180;
const MAX_TYPE_LENGTH = 60;
const MAX_DEPTH = 2;
const MAX_VALUES = 6;
/** JSON Schema has seven types. */
const MAX_TYPES = 7;
const ELLIPSIS = '…';

/**
 * @example
 * signatureOf({ name: 'x', inputSchema: { properties: { path: { type: 'string' }, head: { type: 'number' } }, required: ['path'] } })
 * // { text: '(path: string, head?: number)', isShortened: false }
 */
export function signatureOf(tool: ToolDefinition): Signature {
  const source: SchemaSource = { root: tool.inputSchema, known: new Map() };
  // Required parameters come first, because later ones may be omitted.
  const parameters = parametersOf(tool).toSorted((one, other) => Number(other.required) - Number(one.required));
  let text = '';
  let isShortened = false;
  for (const { name, schema, required } of parameters) {
    const type = formatCached(schema, source, 0);
    isShortened ||= type.includes(ELLIPSIS);
    const part = `${toPrintable(name)}${required ? '' : '?'}: ${type}`;
    if (text.length + part.length > MAX_LENGTH)
      return { text: `(${text === '' ? '' : `${text}, `}${ELLIPSIS})`, isShortened: true };
    text = text === '' ? part : `${text}, ${part}`;
  }
  return { text: `(${text})`, isShortened };
}

interface SchemaSource {
  readonly root: unknown;
  /** Formatted types by schema and depth: thousands of references may lead to one schema with thousands of members. */
  readonly known: Map<unknown, (string | undefined)[]>;
}

function formatCached(schema: unknown, source: SchemaSource, depth: number): string {
  const atDepths = source.known.get(schema) ?? [];
  source.known.set(schema, atDepths);
  atDepths[depth] ??= formatLimited(schema, source, depth);
  return atDepths[depth];
}

function formatLimited(schema: unknown, source: SchemaSource, depth: number): string {
  const type = formatType(schema, source, depth);
  if (type.length <= MAX_TYPE_LENGTH) return type;
  return depth === 0 ? formatOutline(schema, source) : ELLIPSIS;
}

/** Formats only the outermost level. */
function formatOutline(schema: unknown, source: SchemaSource): string {
  const outline = formatType(schema, source, MAX_DEPTH);
  return outline.length <= MAX_TYPE_LENGTH ? outline : ELLIPSIS;
}

function formatType(schema: unknown, source: SchemaSource, depth: number): string {
  if (!isJsonObject(schema)) return 'any';
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = resolveReference(reference, source.root);
    return target === undefined || depth >= MAX_DEPTH ? ELLIPSIS : formatCached(target, source, depth + 1);
  }
  const values = formatValues(schema);
  if (values !== undefined) return values;
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = schema[key];
    if (Array.isArray(options)) return union(options.map((option) => formatCached(option, source, depth + 1)));
  }
  const type = schema['type'];
  if (Array.isArray(type))
    return union(distinctTypes(type).map((one) => formatType({ ...schema, type: one }, source, depth)));
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const item = depth >= MAX_DEPTH ? ELLIPSIS : formatCached(schema['items'], source, depth + 1);
      return item.includes('|') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return formatObject(schema, source, depth);
    case undefined:
      return isJsonObject(schema['properties']) ? formatObject(schema, source, depth) : 'any';
    default:
      return toPrintable(String(type));
  }
}

function formatObject(schema: Readonly<Record<string, unknown>>, source: SchemaSource, depth: number): string {
  const members = parametersOf({ name: '', inputSchema: schema });
  if (members.length === 0) return 'object';
  if (depth >= MAX_DEPTH) return `{${ELLIPSIS}}`;
  const parts = members.map(
    ({ name, schema: member, required }) =>
      `${toPrintable(name)}${required ? '' : '?'}: ${formatCached(member, source, depth + 1)}`,
  );
  const whole = `{${parts.join(', ')}}`;
  return whole.length <= MAX_TYPE_LENGTH ? whole : `{${ELLIPSIS}}`;
}

/** Without duplicates, because a list of thousands would be formatted at every depth. */
const distinctTypes = (types: readonly unknown[]): readonly string[] =>
  [...new Set(types.filter((type) => typeof type === 'string'))].slice(0, MAX_TYPES);

function formatValues(schema: Readonly<Record<string, unknown>>): string | undefined {
  const values = Array.isArray(schema['enum'])
    ? schema['enum']
    : Object.hasOwn(schema, 'const')
      ? [schema['const']]
      : [];
  if (values.length === 0) return undefined;
  const shown = values.slice(0, MAX_VALUES).map((value) => toPrintable(JSON.stringify(value) ?? 'null'));
  return union(values.length > MAX_VALUES ? [...shown, ELLIPSIS] : shown);
}

const union = (types: readonly string[]): string => [...new Set(types)].join('|');

/** Resolves a reference within the schema, by plain names only. */
function resolveReference(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const key of reference.slice(2).split('/')) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}
