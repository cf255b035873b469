import { describe, expect, it } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue } from './header-value.ts';

describe('text in a header', () => {
  it.each([
    'plain',
    'with space',
    ' begins with one',
    'ends with one ',
    '',
    'größe',
    '日本',
    '🎉',
    'a\tb',
    'line\nbreak',
    '=?base64?x?=',
  ])('comes back as it was: %j', (text) => {
    const value = encodeHeaderValue(text);
    expect(value).toMatch(/^[ -~]*$/);
    expect(decodeHeaderValue(value)).toBe(text);
  });

  it.each(['plain', 'with space', 'a/b?c=d&e'])('is left alone where a header can carry it: %s', (text) => {
    expect(encodeHeaderValue(text)).toBe(text);
  });

  it.each(['=?base64?****?=', '=?base64?abc?=', '=?base64?/w==?='])(
    'is refused where its base64 is none: %s',
    (value) => {
      expect(decodeHeaderValue(value)).toBeUndefined();
    },
  );
});
