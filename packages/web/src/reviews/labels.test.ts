import { describe, expect, it } from 'vitest';
import { acceptAllWords, claimWords, waitingWords } from './labels.ts';

describe('texts of a review', () => {
  it('names claims like the badges do', () => {
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
    [1, 'Accept the one that is not suspicious'],
    [12, 'Accept all 12 that are not suspicious'],
  ])('labels the button for %i tools', (count, words) => {
    expect(acceptAllWords(count)).toBe(words);
  });
});
