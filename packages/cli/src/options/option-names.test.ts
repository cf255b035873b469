import { describe, expect, it } from 'vitest';
import { toOptionProblems } from './option-names.ts';

describe('problems of a request', () => {
  it.each<[readonly (readonly [string, string])[], string | undefined]>([
    [[['from', 'must be before to']], '--since must be before --until.'],
    [[['q', 'needs a word']], '--search needs a word.'],
    [
      [
        ['session_id', 'is none.'],
        ['limit', 'must be at most 1000.'],
      ],
      '--session is none.; --limit must be at most 1000.',
    ],
    [
      [
        ['to', 'is no moment'],
        ['cursor', 'is none'],
      ],
      '--until is no moment; cursor is none.',
    ],
    // The user did not type these.
    [[['cursor', 'is none']], undefined],
    [[], undefined],
  ])('%j: %s', (problems, sentence) => {
    expect(toOptionProblems(problems.map(([path, message]) => ({ path, message })))).toBe(sentence);
  });
});
