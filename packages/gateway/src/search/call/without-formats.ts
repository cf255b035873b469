import { isJsonObject } from '@toolmark/annotations';

/** The values of these keywords are not schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Removes `format` from a schema. It is an annotation in JSON Schema: programs disagree on valid dates and addresses,
 * and only the server's validation matters.
 */
export function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === 'format' && typeof value === 'string') return [];
    return [[key, VALUES.has(key) ? value : withoutFormats(value)]];
  });
  return Object.fromEntries(kept);
}
