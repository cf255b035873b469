import { type HintName, isHintName, type PartialHints } from './hints.ts';

/** A JSON Schema as a server sent it. */
export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A tool as its server sent it. All fields but the name are `unknown` until they are read: servers send `annotations:
 * null`, hints as strings and invalid schemas, and one bad field must not discard the other fields.
 */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly [key: string]: unknown;
}

/** The annotations of a definition, sorted into usable, unknown and malformed ones. */
export interface DeclaredAnnotations {
  readonly title: string | undefined;
  /** Only hints that are booleans. */
  readonly hints: PartialHints;
  readonly unknownKeys: readonly string[];
  readonly malformed: readonly MalformedAnnotation[];
}

/** A value whose type MCP does not allow. It counts as absent. */
export interface MalformedAnnotation {
  /** `annotations` itself, or a key in it. */
  readonly key: string;
  readonly expected: 'object' | 'boolean' | 'string';
  readonly value: unknown;
}

/**
 * Reads the annotations of a definition without ever throwing.
 *
 * @example
 * readAnnotations({ name: 'x', annotations: { readOnlyHint: 'true' } }).malformed
 * // [{ key: 'readOnlyHint', expected: 'boolean', value: 'true' }]
 */
export function readAnnotations(tool: ToolDefinition): DeclaredAnnotations {
  const raw = tool.annotations;
  if (raw === undefined) return NOTHING_DECLARED;
  if (!isJsonObject(raw)) {
    return { ...NOTHING_DECLARED, malformed: [{ key: 'annotations', expected: 'object', value: raw }] };
  }
  const hints: { [Name in HintName]?: boolean } = {};
  const malformed: MalformedAnnotation[] = [];
  const unknownKeys: string[] = [];
  let title: string | undefined;
  for (const [key, value] of Object.entries(raw)) {
    if (isHintName(key)) {
      if (typeof value === 'boolean') hints[key] = value;
      else malformed.push({ key, expected: 'boolean', value });
    } else if (key === 'title') {
      if (typeof value === 'string') title = value;
      else malformed.push({ key, expected: 'string', value });
    } else {
      unknownKeys.push(key);
    }
  }
  return { title, hints, unknownKeys, malformed };
}

/** The source of a tool's display title. */
export interface ToolTitle {
  readonly value: string;
  readonly source: 'title' | 'annotations.title' | 'name';
}

/** The display title: `title`, else `annotations.title`, else the name. */
export function titleOf(tool: ToolDefinition): ToolTitle {
  if (isText(tool.title)) return { value: tool.title, source: 'title' };
  const { title } = readAnnotations(tool);
  if (isText(title)) return { value: title, source: 'annotations.title' };
  return { value: tool.name, source: 'name' };
}

/** The description, or an empty string if it is not a string. */
export function descriptionOf(tool: ToolDefinition): string {
  return typeof tool.description === 'string' ? tool.description : '';
}

/** A parameter as a tool's input schema describes it. */
export interface ToolParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The top-level parameters of a tool; none if the schema is invalid. */
export function parametersOf(tool: ToolDefinition): readonly ToolParameter[] {
  const schema = tool.inputSchema;
  if (!isJsonObject(schema) || !isJsonObject(schema['properties'])) return [];
  // A set, because the lookups must stay fast for a schema with thousands of required parameters.
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(schema['properties']).map(([name, property]) => ({
    name,
    schema: isJsonObject(property) ? property : {},
    required: required.has(name),
  }));
}

export function isJsonObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value);
}

/** Whether an object stands for a number: exact JSON keeps numbers that no double can represent as raw text. */
function isRawJson(value: object): boolean {
  // An ES2026 method that the type definitions and some engines lack.
  return (JSON as { readonly isRawJSON?: (value: unknown) => boolean }).isRawJSON?.(value) === true;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

const NOTHING_DECLARED: DeclaredAnnotations = Object.freeze({
  title: undefined,
  hints: {},
  unknownKeys: [],
  malformed: [],
});
