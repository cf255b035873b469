import type { Kysely } from 'kysely';
import type { MigrationParts } from './migrations.ts';

/** What a call sends besides its arguments, and a digest of everything sent. */
export async function addCallParams(db: Kysely<never>, { types }: Pick<MigrationParts, 'types'>): Promise<void> {
  const { long, bytes } = types;
  const { schema } = db;
  await schema.alterTable('call_bodies').addColumn('others', bytes).execute();
  for (const column of ['others_encoding', 'others_cut', 'others_redactions'] as const)
    await schema
      .alterTable('call_bodies')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await schema
    .alterTable('call_bodies')
    .addColumn('others_bytes', long, (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('call_bodies').addColumn('params_digest', 'text').execute();
}
