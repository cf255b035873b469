import type { Kysely } from 'kysely';
import type { TextIndex, Transaction } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';
import { KEYS_PER_HOUR, type TotalsStatements } from './totals-statements.ts';

interface OfSession {
  readonly id: string;
}

export interface DeleteStatements {
  readonly calls: Template<OfSession, { seq: number; input_tokens: number | null }>;
  /** In the required order. */
  readonly steps: readonly Template<OfSession>[];
}

export interface DeleteParts {
  readonly statements: DeleteStatements;
  readonly totals: readonly TotalsStatements[];
  readonly text: TextIndex;
}

export function createDeleteStatements(db: Kysely<Schema>): DeleteStatements {
  return {
    calls: compileTemplate((slot) =>
      db.selectFrom('calls').select(['seq', 'input_tokens']).where('session_id', '=', slot('id')).orderBy('seq'),
    ),
    steps: [
      compileTemplate((slot) =>
        db
          .deleteFrom('call_rounds')
          .where('seq', 'in', db.selectFrom('calls').select('seq').where('session_id', '=', slot('id'))),
      ),
      compileTemplate((slot) =>
        db
          .deleteFrom('call_bodies')
          .where('seq', 'in', db.selectFrom('calls').select('seq').where('session_id', '=', slot('id'))),
      ),
      compileTemplate((slot) => db.deleteFrom('calls').where('session_id', '=', slot('id'))),
      compileTemplate((slot) => db.deleteFrom('approvals').where('session_id', '=', slot('id'))),
      compileTemplate((slot) => db.deleteFrom('session_servers').where('session_id', '=', slot('id'))),
      compileTemplate((slot) => db.deleteFrom('sessions').where('id', '=', slot('id'))),
    ],
  };
}

/** Deletes a session with all its data, and returns its number of calls. */
export async function deleteSession(
  tx: Transaction,
  id: string,
  { statements, totals, text }: DeleteParts,
): Promise<number> {
  const [calls = []] = await tx.read([statements.calls({ id })]);
  const from = calls.at(0)?.seq ?? 0;
  const to = calls.at(-1)?.seq ?? 0;
  await tx.run([
    // Only counted calls have indexed words.
    ...text.remove(calls.filter((call) => call.input_tokens !== null).map(({ seq }) => seq)),
    ...totals.flatMap(({ takeOut, dropEmpty, hours }) => [
      takeOut({ session: id }),
      dropEmpty({ from: Math.floor(from / KEYS_PER_HOUR) - hours + 1, to: Math.floor(to / KEYS_PER_HOUR) }),
    ]),
    ...statements.steps.map((step) => step({ id })),
  ]);
  return calls.length;
}
