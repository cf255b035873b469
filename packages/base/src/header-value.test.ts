import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue, isHeaderValue } from './header-value.ts';

describe('encodeHeaderValue', () => {
  it.each([
    ['get_weather', 'get_weather'],
    ['file:///a b.txt', 'file:///a b.txt'],
    ['a/b?c=d&e', 'a/b?c=d&e'],
    ['a\tb', 'a\tb'],
    ['größe', '=?base64?Z3LDtsOfZQ==?='],
    ['', '=?base64??='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['two\nlines', '=?base64?dHdvCmxpbmVz?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['=?base64?', '=?base64?'],
  ])('writes %j as %j', (value, expected) => expect(encodeHeaderValue(value)).toBe(expected));

  it('round-trips every value through a header that HTTP accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const written = encodeHeaderValue(value);
        expect(decodeHeaderValue(written)).toBe(value);
        expect(written).toMatch(/^[\t -~]+$/);
      }),
    );
  });
});

describe('decodeHeaderValue', () => {
  it.each(['=?base64?****?=', '=?base64?abc?=', '=?base64?/w==?='])('rejects invalid Base64: %s', (value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });

  it.each(['plain', '', '=?base64?', '?='])('returns plain values unchanged: %j', (value) => {
    expect(decodeHeaderValue(value)).toBe(value);
  });
});

describe('isHeaderValue', () => {
  it.each([
    ['eu', true],
    ['', true],
    ['\u00e9', true],
    ['a\r\nx-evil: 1', false],
    ['\u0100', false],
    ['\0', false],
  ])('checks %j: %s', (value, expected) => expect(isHeaderValue(value)).toBe(expected));
});
