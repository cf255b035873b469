import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { MIGRATION_NAMES } from '../migrations/migrations.ts';

/** Marks an error: the file is of a form that this version does not know. */
export const OTHER_FORM = 'TOOLMARK_OTHER_FORM';

/** Throws where the file is of another form than our migrations make: a newer version has written it, or one before the first release. */
export function refuseOther(database: DatabaseSync): void {
  const isNew =
    database.prepare(`select 1 from sqlite_schema where name = '${DEFAULT_MIGRATION_TABLE}'`).get() === undefined;
  if (isNew) return;
  const done = database.prepare(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`).all();
  const unknown = done.map(({ name }) => String(name)).find((name) => !MIGRATION_NAMES.includes(name));
  if (unknown === undefined) return;
  const last = MIGRATION_NAMES.at(-1) ?? '';
  if (unknown > last)
    throw new Error(
      `A newer version of Toolmark has written this record: it has been through migration "${unknown}", and this version knows none after "${last}".`,
    );
  throw Object.assign(new Error(`This record is of a form that was never released: "${unknown}".`), {
    code: OTHER_FORM,
  });
}
