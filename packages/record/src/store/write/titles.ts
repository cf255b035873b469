import type { Transaction } from '../engine.ts';
import type { Statements } from './statements.ts';

/** How tools call themselves, by the form in which they were called. Events name them, so that listeners need not ask. */
export interface Titles {
  /** Looks up those that are not known here yet. */
  readonly load: (tx: Transaction, versions: readonly (string | null | undefined)[]) => Promise<void>;
  /** Of a call whose form was loaded; the name of the tool where it has none. */
  readonly of: (call: { readonly version_id: string | null; readonly tool: string }) => string;
}

/** More forms of tools than are called in a while. What is known stays true, since the id of a form is a digest of it. */
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
