import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHeaderValue, isHeaderValue } from './header-value.ts';

describe('encodeHeaderValue', () => {
  it.each([
    ['get_weather', 'get_weather'],
    ['file:///a b.txt', 'file:///a b.txt'],
    ['größe', '=?base64?Z3LDtsOfZQ==?='],
    ['', '=?base64??='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['two\nlines', '=?base64?dHdvCmxpbmVz?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ])('writes %j as %j', (value, expected) => expect(encodeHeaderValue(value)).toBe(expected));

  it('can be read back, and is always fit for HTTP', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const written = encodeHeaderValue(value);
        const encoded = /^=\?base64\?(.*)\?=$/.exec(written)?.[1];
        expect(encoded === undefined ? written : Buffer.from(encoded, 'base64').toString()).toBe(value);
        expect(isHeaderValue(written)).toBe(true);
      }),
    );
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
  ])('of %j is %s', (value, expected) => expect(isHeaderValue(value)).toBe(expected));
});
