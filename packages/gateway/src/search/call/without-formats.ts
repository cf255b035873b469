import { isJsonObject } from '@toolmark/annotations';

/** What these have in them is no schema. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * A schema without `format`, which is a remark and no rule in JSON Schema: what one program takes for a date or an address, another
 * does not, and only the server's opinion counts.
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
