import type { Kysely } from 'kysely';
import type { MigrationParts } from './migrations.ts';

/** Later rounds of calls whose servers asked for input. */
export async function addCallRounds(db: Kysely<never>, { types }: Pick<MigrationParts, 'types'>): Promise<void> {
  const { long, bytes } = types;
  await db.schema
    .createTable('call_rounds')
    .addColumn('seq', long, (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('at', long, (c) => c.notNull())
    .addColumn('others', bytes, (c) => c.notNull())
    .addColumn('others_encoding', 'integer', (c) => c.notNull())
    .addColumn('others_bytes', long, (c) => c.notNull())
    .addColumn('others_cut', 'integer', (c) => c.notNull())
    .addColumn('others_redactions', 'integer', (c) => c.notNull())
    .addColumn('params_digest', 'text')
    .addPrimaryKeyConstraint('call_rounds_key', ['seq', 'round'])
    .execute();
}
