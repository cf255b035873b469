import { formatDescription, type JsonSchema } from '@toolmark/annotations';
import { jsonSchemaOf, type ToolSchema } from '../schema/tool-schema.ts';
import type { KitDefinition } from '../sdk/adapter.ts';
import type { ToolConfig } from './config.ts';

const NO_PARAMETERS: JsonSchema = Object.freeze({ type: 'object', properties: {} });

/** The tool as clients see it: all four hints explicit, the title in both places. Expects a valid configuration. */
export function toDefinition(
  name: string,
  config: ToolConfig<ToolSchema | undefined, ToolSchema | undefined>,
): KitDefinition {
  const { title, description, annotations, inputSchema, outputSchema, icons, _meta } = config;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    name,
    title,
    description: typeof description === 'string' ? description : formatDescription(description),
    inputSchema: inputSchema === undefined ? NO_PARAMETERS : toJson(inputSchema, 'input'),
    ...(outputSchema !== undefined && { outputSchema: toJson(outputSchema, 'output') }),
    annotations: { ...annotations, title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
    ...(icons !== undefined && { icons }),
    ...(_meta !== undefined && { _meta }),
  };
}

function toJson(schema: ToolSchema, direction: 'input' | 'output'): JsonSchema {
  const json = jsonSchemaOf(schema, direction);
  if (json.ok) return json.value;
  throw new Error(`The ${direction} schema passed every check but cannot be converted to JSON Schema: ${json.error}`);
}
