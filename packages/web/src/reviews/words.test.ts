import { describe, expect, it } from 'vitest';
import { acceptAllWords, claimWords, waitingWords } from './words.ts';

describe('words for a review', () => {
  it('names what a server claims as the badges do', () => {
    expect(claimWords(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])).toBe(
      'read-only, not destructive, idempotent, closed world',
    );
  });

  it.each([
    [{ waiting: 1, suspicious: 0 }, '1 tool to review'],
    [{ waiting: 3, suspicious: 1 }, '3 tools to review, 1 suspicious'],
  ])('%j: %s', (counts, words) => {
    expect(waitingWords(counts)).toBe(words);
  });

  it.each([
    [1, 'Accept the one that looks ordinary'],
    [12, 'Accept all 12 that look ordinary'],
  ])('says how many a click accepts: %i', (count, words) => {
    expect(acceptAllWords(count)).toBe(words);
  });
});
