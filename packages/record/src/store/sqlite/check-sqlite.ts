import { DatabaseSync } from 'node:sqlite';
import { checkFileFormat } from './check-file-format.ts';
import { damaged } from './sqlite-errors.ts';

/** Skip the check of every page for a larger file. */
const MAX_CHECKED_BYTES = 512 * 1024 * 1024;

/** Checks a file read-only. Throws what is wrong with it. */
export function checkSqlite(file: string, sizeBytes: number): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
  try {
    checkFileFormat(database);
    database.prepare('select count(*) from sessions').get();
    if (sizeBytes > MAX_CHECKED_BYTES) return;
    const verdict = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0];
    if (verdict !== 'ok') throw damaged(String(verdict));
  } finally {
    database.close();
  }
}
