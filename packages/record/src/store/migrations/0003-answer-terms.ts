import { type Kysely, sql } from 'kysely';

/** The allowed ways to answer and the use of a passkey; renames the route `web` to `page`, as in the config. */
export async function addAnswerTerms(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('approvals').addColumn('terms', 'text').execute();
  await db.schema.alterTable('approvals').addColumn('presence', 'text').execute();
  await sql`update approvals set route = 'page' where route = 'web'`.execute(db);
  await sql`update approvals set presence = 'none' where route is not null`.execute(db);
}
