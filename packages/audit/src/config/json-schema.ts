import * as z from 'zod';
import { auditFileSchema } from './schema.ts';

/** The JSON Schema of `toolmark.audit.json`, for editors. */
export function auditFileJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(auditFileSchema, { io: 'input' });
  return {
    $schema,
    title: 'toolmark.audit.json',
    description: 'The checks that `toolmark audit` runs in a project.',
    ...schema,
  };
}
