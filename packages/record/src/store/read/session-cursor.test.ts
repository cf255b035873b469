import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCursor } from './cursor.ts';
import { parseSessionCursor, toSessionCursor } from './session-cursor.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64url');

describe('parseSessionCursor', () => {
  it('parses the output of toSessionCursor', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.uuid(), (start_time, id) => {
        expect(parseSessionCursor(toSessionCursor({ start_time, id }))).toEqual({ start_time, id });
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['garbage', 'garbage'],
    ['a call cursor', toCursor(5)],
    ['no time', encode('s1::a')],
    ['no id', encode('s1:5:')],
    ['a time in another notation', encode('s1:05:a')],
    ['a time that is too long', encode('s1:9999999999999999:a')],
    ['something appended', `${toSessionCursor({ start_time: 5, id: 'a' })}!`],
    ['something very long', 'a'.repeat(1_000_000)],
  ])('rejects %s', (_what, text) => {
    expect(parseSessionCursor(text)).toBeUndefined();
  });
});
