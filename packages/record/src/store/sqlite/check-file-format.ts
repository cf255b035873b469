import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { MIGRATION_NAMES } from '../migrations/migrations.ts';

/** Marks an error: the file has an unknown schema. */
export const UNKNOWN_FORMAT = 'TOOLMARK_OTHER_FORM';

/**
 * Throws if the file's schema is not from our migrations: it belongs to a newer version, or to one before the first
 * release.
 */
export function checkFileFormat(database: DatabaseSync): void {
  const isNew =
    database.prepare(`select 1 from sqlite_schema where name = '${DEFAULT_MIGRATION_TABLE}'`).get() === undefined;
  if (isNew) return;
  const done = database.prepare(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`).all();
  const unknown = done.map(({ name }) => String(name)).find((name) => !MIGRATION_NAMES.includes(name));
  if (unknown === undefined) return;
  const last = MIGRATION_NAMES.at(-1) ?? '';
  if (unknown > last)
    throw new Error(
      `A newer version of Toolmark has written this record: it has migration "${unknown}", and the last one of this version is "${last}".`,
    );
  throw Object.assign(new Error(`This record has a schema that was never released: "${unknown}".`), {
    code: UNKNOWN_FORMAT,
  });
}
