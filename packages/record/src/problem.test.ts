import { describe, expect, it } from 'vitest';
import { isInfrastructure, toRecordProblem } from './problem.ts';
import type { EngineErrors } from './store/engine.ts';

const system = (code: string): Error => Object.assign(new Error('x'), { code });
const engine: EngineErrors = {
  isOfRow: () => false,
  explain: (error, place) => (error instanceof Error && error.message === 'known' ? `${place} has moths.` : undefined),
};

describe('describeProblem', () => {
  it.each<[string, Error, RegExp]>([
    ['a full disk', system('ENOSPC'), /is full\. Free some space/],
    ['a quota', system('EDQUOT'), /is full\. Free some space/],
    ['an error of the disk', system('EIO'), /reports an error/],
    ['a read-only folder', system('EACCES'), /cannot be written to\. Give this user/],
    ['a read-only disk', system('EROFS'), /cannot be written to\. Give this user/],
    ['a missing folder', system('ENOENT'), /cannot be opened\. Give this user/],
    ['too many files', system('EMFILE'), /Raise the limit/],
    ['a known engine error', new Error('known'), /has moths/],
  ])('%s is explained with a fix', (_, error, sentence) => {
    expect(toRecordProblem(error, '/d/record', engine)).toMatch(sentence);
    expect(toRecordProblem(error, '/d/record', engine)).toContain('/d/record');
    expect(isInfrastructure(error, engine)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an unknown engine error', new Error('unknown')],
    ['another code', system('ERR_INVALID_STATE')],
    ['a bug', new TypeError('x is not a function')],
    ['not an Error', 'x'],
  ])('%s is not a disk error', (_, error) => {
    expect(isInfrastructure(error, engine)).toBe(false);
    expect(toRecordProblem(error, '/d/record', engine)).toContain('/d/record cannot be used');
  });

  it('knows no engine errors by default', () => {
    expect(isInfrastructure(new Error('known'))).toBe(false);
  });
});
