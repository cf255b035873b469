import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCursor, toCursor } from './cursor.ts';

describe('parseCursor', () => {
  it('parses the output of toCursor', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (seq) => {
        expect(parseCursor(toCursor(seq))).toBe(seq);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['garbage', 'garbage'],
    ['another version', Buffer.from('2:5').toString('base64url')],
    ['no number', Buffer.from('1:x').toString('base64url')],
    ['no digits', Buffer.from('1:').toString('base64url')],
    ['a negative number', Buffer.from('1:-5').toString('base64url')],
    ['a fraction', Buffer.from('1:0.5').toString('base64url')],
    ['a number in another notation', Buffer.from('1:05').toString('base64url')],
    ['a number that is too long', Buffer.from('1:99999999999999999').toString('base64url')],
    ['a number with more text', Buffer.from('1:5:6').toString('base64url')],
    ['something appended', `${toCursor(5)}!`],
    ['something very long', 'a'.repeat(1_000_000)],
  ])('rejects %s', (_what, text) => {
    expect(parseCursor(text)).toBeUndefined();
  });

  it('rejects any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seq = parseCursor(text);
        expect(seq === undefined || toCursor(seq) === text).toBe(true);
      }),
    );
  });
});
