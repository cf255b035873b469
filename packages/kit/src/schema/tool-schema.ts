import { err, isJsonObject, type JsonSchema, ok, type Result, toMessage } from '@toolmark/annotations';

/**
 * A schema of a tool's input or output: any Standard Schema that can also write itself as JSON Schema. Zod from 4.2 on,
 * ArkType and Valibot (through `toStandardJsonSchema`) are such schemas.
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
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema accepts. */
export type InputOf<Schema extends ToolSchema> = NonNullable<Schema['~standard']['types']>['input'];

/** What a schema makes of it. */
export type OutputOf<Schema extends ToolSchema> = NonNullable<Schema['~standard']['types']>['output'];

export function isToolSchema(value: unknown): value is ToolSchema {
  // Zod schemas are objects, ArkType's are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value))
    return false;
  const standard = value['~standard'];
  return isJsonObject(standard) && typeof standard['validate'] === 'function' && isJsonObject(standard['jsonSchema']);
}

/**
 * The JSON Schema of a tool's schema, or the reason why there is none. MCP wants an object at the root of the input, and
 * every revision before 2026-07-28 wants one at the root of the output.
 */
export function jsonSchemaOf(schema: ToolSchema, direction: 'input' | 'output'): Result<JsonSchema, string> {
  const known = converted[direction].get(schema);
  if (known !== undefined) return known;
  const result = convert(schema, direction);
  converted[direction].set(schema, result);
  return result;
}

// In the 2026-07-28 era a server is built anew for every HTTP request, so a schema that lives longer is converted once.
const converted = {
  input: new WeakMap<ToolSchema, Result<JsonSchema, string>>(),
  output: new WeakMap<ToolSchema, Result<JsonSchema, string>>(),
};

function convert(schema: ToolSchema, direction: 'input' | 'output'): Result<JsonSchema, string> {
  try {
    const json = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' });
    if (!describesObject(json)) return err('it does not describe an object');
    return ok(json['type'] === 'object' ? json : { type: 'object', ...json });
  } catch (error) {
    return err(toMessage(error));
  }
}

/** A union of objects has no `type` at its root. */
function describesObject(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (schema['type'] !== undefined) return schema['type'] === 'object';
  const members = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(members) && members.length > 0 && members.every(describesObject);
}

/** Issues as one line each, with the place in front. */
export function issueLines(issues: readonly SchemaIssue[]): readonly string[] {
  return issues.map((issue) => {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
}
