import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { toRecordProblem } from './problem.ts';
import { recordFile } from './record-file.ts';

/** How the record in a data folder is, looked at from outside and without changing anything. */
export interface RecordCheck {
  readonly state: 'missing' | 'ok' | 'broken';
  readonly place: string;
  readonly sizeBytes: number;
  /** What is wrong and what to do about it, in a sentence or two. */
  readonly problem: string | undefined;
}

/** Every page of a larger file is not read just to have looked. */
const MAX_CHECKED_BYTES = 512 * 1024 * 1024;

/**
 * @example
 * checkRecord('/home/me/.toolmark') // { state: 'ok', place: '/home/me/.toolmark/record/record.db', … }
 */
export function checkRecord(dataDir: string): RecordCheck {
  const place = recordFile(dataDir);
  if (!existsSync(place)) return { state: 'missing', place, sizeBytes: 0, problem: undefined };
  const sizeBytes = statSync(place).size;
  try {
    const problem = findDamage(place, sizeBytes);
    return { state: problem === undefined ? 'ok' : 'broken', place, sizeBytes, problem };
  } catch (error) {
    return { state: 'broken', place, sizeBytes, problem: toRecordProblem(error, place) };
  }
}

function findDamage(place: string, sizeBytes: number): string | undefined {
  const database = new DatabaseSync(place, { readOnly: true, timeout: 1_000 });
  try {
    database.prepare('select count(*) from sessions').get();
    if (sizeBytes > MAX_CHECKED_BYTES) return undefined;
    const verdict = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0];
    if (verdict === 'ok') return undefined;
    const damaged = Object.assign(new Error(String(verdict)), { errcode: 11 });
    return toRecordProblem(damaged, place);
  } finally {
    database.close();
  }
}
