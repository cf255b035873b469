import { describe, expect, it } from 'vitest';
import { isInfrastructure, toRecordProblem } from './problem.ts';

const sqlite = (errcode: number): Error => Object.assign(new Error('x'), { errcode, code: 'ERR_SQLITE_ERROR' });
const system = (code: string): Error => Object.assign(new Error('x'), { code });

describe('what is wrong with the record', () => {
  it.each<[string, Error, RegExp]>([
    ['a full disk', sqlite(13), /is full\. Free some space/],
    ['a full disk, while writing the journal', system('ENOSPC'), /is full\. Free some space/],
    ['a quota', system('EDQUOT'), /is full\. Free some space/],
    ['a damaged file', sqlite(11), /is damaged\. Move it away/],
    ['something that is no database', sqlite(26), /is not a database\. Move it away/],
    ['an error of the disk, told in detail', sqlite(10 | (8 << 8)), /reports an error/],
    ['a file that may not be written to', sqlite(8), /cannot be written to\. Give this user/],
    ['a folder that may not be written to', system('EACCES'), /cannot be written to\. Give this user/],
    ['a file that cannot be opened', sqlite(14), /cannot be opened\. Give this user/],
    ['a lock', sqlite(5), /is locked by another program/],
  ])('%s is said with what to do about it', (_, error, sentence) => {
    expect(toRecordProblem(error, '/d/record.db')).toMatch(sentence);
    expect(toRecordProblem(error, '/d/record.db')).toContain('/d/record.db');
    expect(isInfrastructure(error)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a broken rule of the schema', sqlite(19)],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', 'x'],
  ])('%s is not the fault of the disk', (_, error) => {
    expect(isInfrastructure(error)).toBe(false);
    expect(toRecordProblem(error, '/d/record.db')).toContain('/d/record.db cannot be used');
  });
});
