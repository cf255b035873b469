import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countText } from './count-text.ts';

/** The pieces a tokenizer is asked to count. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  countText(text, (piece) => pieces.push(piece));
  return pieces;
}

describe('countText', () => {
  it.each([
    ['letters', 'q'.repeat(9_000), /\p{L}{65}/u],
    ['Chinese', '的一是不了人'.repeat(3_000), /\p{L}{65}/u],
    ['signs', '=-'.repeat(5_000), /[^\s\p{L}\p{N}]{65}/u],
    ['blanks', ' '.repeat(60_000), /\s{257}/u],
    ['unusual blanks', '\u00a0\u2003'.repeat(30_000), /\s{257}/u],
    ['lines', '\r\n'.repeat(30_000), /\s{257}/u],
  ])('splits a run of %s that is too long to merge', (_what, text, tooLong) => {
    const pieces = piecesOf(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.filter((piece) => tooLong.test(piece))).toEqual([]);
  });

  it('counts other texts whole', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(piecesOf(text)).toEqual([text]);
      }),
    );
  });

  it('limits the work to 64 Ki characters', () => {
    const pieces = piecesOf('some words, again and again. '.repeat(100_000));
    expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(65_536);
  });
});
