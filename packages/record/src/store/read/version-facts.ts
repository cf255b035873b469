import type { ToolCall } from '@toolmark/api-contract';
import { parseJson } from '@toolmark/base';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** The facts of a tool version that a call shows. */
export type VersionFacts = Pick<ToolCall, 'title' | 'annotations'> & { readonly effective: ToolCall['effective'] };

/** The facts by version id; unknown ids are omitted. */
export type VersionsById = (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string | null, VersionFacts>>;

/** A version never changes, because its id is a digest: a page has few of them, and the next page mostly the same. */
const MAX_KNOWN = 2_000;

export function createVersions(db: Kysely<Schema>): VersionsById {
  const known = new Map<string, VersionFacts>();
  return async (ids) => {
    const wanted = new Set(ids.filter((id) => id !== null));
    const missing = [...wanted].filter((id) => !known.has(id));
    const found = new Map<string | null, VersionFacts>();
    for (const id of wanted) {
      const facts = known.get(id);
      if (facts !== undefined) found.set(id, facts);
    }
    if (missing.length === 0) return found;
    const rows = await db
      .selectFrom('tool_versions')
      .select(['id', 'title', 'effective', 'definition'])
      .where('id', 'in', missing)
      .execute();
    if (known.size + rows.length > MAX_KNOWN) known.clear();
    for (const row of rows) {
      const facts = toFacts(row);
      known.set(row.id, facts);
      found.set(row.id, facts);
    }
    return found;
  };
}

function toFacts(row: {
  readonly title: string;
  readonly effective: string;
  readonly definition: string;
}): VersionFacts {
  const definition = parseJson(row.definition);
  const isDeclared = typeof definition === 'object' && definition !== null && 'annotations' in definition;
  return {
    title: row.title,
    ...(isDeclared && { annotations: definition.annotations }),
    // Written by the recorder from this type.
    effective: JSON.parse(row.effective) as VersionFacts['effective'],
  };
}
