import type { Kysely } from 'kysely';
import type { MigrationParts } from './migrations.ts';

/** What an approved call sends besides its arguments, and the digest of all of it. */
export async function addSentParams(db: Kysely<never>, { types }: Pick<MigrationParts, 'types'>): Promise<void> {
  const { long, bytes } = types;
  const { schema } = db;
  await schema.alterTable('approvals').addColumn('others', bytes).execute();
  for (const column of ['others_encoding', 'others_cut', 'others_redactions'] as const)
    await schema
      .alterTable('approvals')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await schema
    .alterTable('approvals')
    .addColumn('others_bytes', long, (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('approvals').addColumn('sent_bytes', long).execute();
  await schema.alterTable('approvals').addColumn('sent_sha256', 'text').execute();
}
