import type { Transaction } from '../engine.ts';
import type { Statements } from './statements.ts';

/** Titles by tool version, so that events can include them. */
export interface Titles {
  /** Loads unknown titles. */
  readonly load: (tx: Transaction, versions: readonly (string | null | undefined)[]) => Promise<void>;
  /** The title for a call with a loaded version; the tool's name if it has none. */
  readonly of: (call: { readonly version_id: string | null; readonly tool: string }) => string;
}

/** More versions than are in use. Entries never expire, because a version's id is a digest. */
const MAX_KNOWN = 10_000;

export function createTitles(statements: Pick<Statements, 'title'>): Titles {
  const known = new Map<string, string>();
  return {
    load: async (tx, versions) => {
      const wanted = versions.filter((id) => typeof id === 'string');
      if (wanted.every((id) => known.has(id))) return;
      if (known.size > MAX_KNOWN) known.clear();
      const missing = [...new Set(wanted)].filter((id) => !known.has(id));
      const rows = await tx.read(missing.map((id) => statements.title({ id })));
      for (const [index, id] of missing.entries()) {
        const title = rows[index]?.[0]?.title;
        if (title !== undefined) known.set(id, title);
      }
    },
    of: ({ version_id, tool }) => (version_id === null ? undefined : known.get(version_id)) ?? tool,
  };
}
