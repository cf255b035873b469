import { existsSync, statSync } from 'node:fs';
import { toRecordProblem } from './problem.ts';
import { recordFile } from './record-file.ts';

/** The state of the record in a data folder, inspected read-only. */
export interface RecordCheck {
  readonly state: 'missing' | 'ok' | 'broken';
  readonly place: string;
  readonly sizeBytes: number;
  /** The problem and its fix, in a sentence or two. */
  readonly problem: string | undefined;
}

/**
 * @example
 * await checkRecord('/home/me/.toolmark') // { state: 'ok', place: '/home/me/.toolmark/record/record.db', … }
 */
export async function checkRecord(dataDir: string): Promise<RecordCheck> {
  const place = recordFile(dataDir);
  if (!existsSync(place)) return { state: 'missing', place, sizeBytes: 0, problem: undefined };
  const sizeBytes = statSync(place).size;
  // Imported lazily: in a running gateway only the worker threads need the store.
  const [{ checkSqlite }, { sqliteErrors }] = await Promise.all([
    import('./store/sqlite/check-sqlite.ts'),
    import('./store/sqlite/sqlite-errors.ts'),
  ]);
  try {
    checkSqlite(place, sizeBytes);
    return { state: 'ok', place, sizeBytes, problem: undefined };
  } catch (error) {
    return { state: 'broken', place, sizeBytes, problem: toRecordProblem(error, place, sqliteErrors) };
  }
}
