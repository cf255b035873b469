import { describe, expect, it } from 'vitest';
import { isInfrastructure, toRecordProblem } from './problem.ts';
import type { EngineErrors } from './store/engine.ts';

const system = (code: string): Error => Object.assign(new Error('x'), { code });
const engine: EngineErrors = {
  isOfRow: () => false,
  explain: (error, place) => (error instanceof Error && error.message === 'known' ? `${place} has moths.` : undefined),
};

describe('what is wrong with the record', () => {
  it.each<[string, Error, RegExp]>([
    ['a full disk', system('ENOSPC'), /is full\. Free some space/],
    ['a quota', system('EDQUOT'), /is full\. Free some space/],
    ['an error of the disk', system('EIO'), /reports an error/],
    ['a folder that may not be written to', system('EACCES'), /cannot be written to\. Give this user/],
    ['a disk that may not be written to', system('EROFS'), /cannot be written to\. Give this user/],
    ['a folder that is not there', system('ENOENT'), /cannot be opened\. Give this user/],
    ['too many files', system('EMFILE'), /Raise the limit/],
    ['what the engine knows', new Error('known'), /has moths/],
  ])('%s is said with what to do about it', (_, error, sentence) => {
    expect(toRecordProblem(error, '/d/record', engine)).toMatch(sentence);
    expect(toRecordProblem(error, '/d/record', engine)).toContain('/d/record');
    expect(isInfrastructure(error, engine)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['what the engine does not know', new Error('unknown')],
    ['another code', system('ERR_INVALID_STATE')],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', 'x'],
  ])('%s is not the fault of the disk', (_, error) => {
    expect(isInfrastructure(error, engine)).toBe(false);
    expect(toRecordProblem(error, '/d/record', engine)).toContain('/d/record cannot be used');
  });

  it('knows the errors of no engine unless it is told which', () => {
    expect(isInfrastructure(new Error('known'))).toBe(false);
  });
});
