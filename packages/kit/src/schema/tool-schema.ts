import { err, isJsonObject, type JsonSchema, ok, type Result, toMessage } from '@toolmark/annotations';

/**
 * A schema of a tool's input or output: any Standard Schema with JSON Schema support. Zod 4.2 or newer, ArkType and
 * Valibot (through `toStandardJsonSchema`) qualify.
 *
 * @example
 * const input: ToolSchema = z.object({ id: z.string().describe('The id of the note') });
 */
export interface ToolSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

interface JsonSchemaOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type that a schema accepts. */
export type InputOf<Schema extends ToolSchema> = NonNullable<Schema['~standard']['types']>['input'];

/** The type that a schema outputs. */
export type OutputOf<Schema extends ToolSchema> = NonNullable<Schema['~standard']['types']>['output'];

export function isToolSchema(value: unknown): value is ToolSchema {
  // Zod schemas are objects, ArkType's are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false;
  const standard = value['~standard'];
  return isJsonObject(standard) && typeof standard['validate'] === 'function' && isJsonObject(standard['jsonSchema']);
}

/**
 * The JSON Schema of a tool's schema, or the reason why there is none. MCP requires an object at the root of the input,
 * and every revision before 2026-07-28 requires one at the root of the output.
 */
export function jsonSchemaOf(schema: ToolSchema, direction: 'input' | 'output'): Result<JsonSchema, string> {
  const known = converted[direction].get(schema);
  if (known !== undefined) return known;
  const result = convert(schema, direction);
  converted[direction].set(schema, result);
  return result;
}

// Cached, because in the 2026-07-28 era a server is created for every HTTP request.
const converted = {
  input: new WeakMap<ToolSchema, Result<JsonSchema, string>>(),
  output: new WeakMap<ToolSchema, Result<JsonSchema, string>>(),
};

function convert(schema: ToolSchema, direction: 'input' | 'output'): Result<JsonSchema, string> {
  try {
    const { $schema, ...json } = schema['~standard'].jsonSchema[direction](optionsFor(schema));
    if (!describesObject(json)) return err('it does not describe an object');
    // MCP's default dialect is 2020-12, so naming it would only cost tokens.
    if ($schema !== undefined && $schema !== DIALECT) return ok({ type: 'object', $schema, ...json });
    return ok(json['type'] === 'object' ? json : { type: 'object', ...json });
  } catch (error) {
    return err(toMessage(error));
  }
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function optionsFor(schema: ToolSchema): JsonSchemaOptions {
  const isZod = schema['~standard'].vendor === 'zod';
  return { target: 'draft-2020-12', ...(isZod && { libraryOptions: { override: omitImplied } }) };
}

/** A Zod schema with its JSON Schema. */
interface ZodNode {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string; readonly catchall?: unknown } } };
  readonly jsonSchema: Record<string, unknown>;
}

/**
 * Removes the keywords that Zod adds by itself: the bounds of safe integers, and `additionalProperties: false` on
 * results, which only a strict object keeps. Validation uses the Zod schema, so it stays equally strict.
 */
function omitImplied({ zodSchema, jsonSchema }: ZodNode): void {
  const { type, catchall } = zodSchema._zod.def;
  if (type === 'object' && catchall === undefined) delete jsonSchema['additionalProperties'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

/** A union of objects has no `type` at its root. */
function describesObject(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (schema['type'] !== undefined) return schema['type'] === 'object';
  const members = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(members) && members.length > 0 && members.every(describesObject);
}

/** Formats each issue as one line that starts with its path. */
export function issueLines(issues: readonly SchemaIssue[]): readonly string[] {
  return issues.map((issue) => {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
}
