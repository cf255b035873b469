import type { ToolSchema } from '@toolmark/kit';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * The schema of a tool's replies. Every reply is checked against the whole of it; the schema in `tools/list`, which each
 * client pays for in tokens, has the fields of the top level with their types, and the names of the fields below them
 * that are always there.
 */
export function replySchema(fields: z.ZodRawShape): ToolSchema {
  const reply = z.looseObject({
    success: z.literal(true),
    ...fields,
    truncated: z.boolean().optional(),
    more: z.string().optional(),
  });
  const listed = toListed(z.toJSONSchema(z.looseObject(fields), { io: 'output' }));
  return {
    '~standard': {
      version: 1,
      vendor: 'toolmark',
      validate: z.union([reply, FAILURE])['~standard'].validate,
      jsonSchema: { input: () => listed, output: () => listed },
    },
  };
}

/** Clients validate failures too, so the schema includes them. */
const FAILURE = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});

function toListed({ properties = {}, required = [] }: Json): Record<string, unknown> {
  const names = required as readonly string[];
  const fields = Object.entries(properties as Record<string, Json>)
    .filter(([name]) => names.includes(name))
    .map(([name, field]) => [name, shortened(field)]);
  return {
    type: 'object',
    anyOf: [
      { type: 'object', properties: { success: { const: true }, ...Object.fromEntries(fields) }, required },
      { type: 'object', properties: { error: { type: 'object' } }, required: ['error'] },
    ],
  };
}

/** Without the types of fields below the top level. */
function shortened({ anyOf, type, enum: values, const: only, required, items }: Json): Json {
  if (Array.isArray(anyOf)) {
    const [main = {}] = (anyOf as Json[]).filter((each) => each['type'] !== 'null').map(shortened);
    if ('enum' in main) return { enum: [...(main['enum'] as unknown[]), null] };
    return { ...main, type: [main['type'], 'null'].flat() };
  }
  if (values !== undefined) return { enum: values };
  if (only !== undefined) return { enum: [only] };
  const names = Array.isArray(required) && required.length > 0 ? { required } : {};
  if (type !== 'array') return { type, ...names };
  const element = shortened((items ?? {}) as Json);
  return 'required' in element ? { type, items: { required: element['required'] } } : { type };
}
