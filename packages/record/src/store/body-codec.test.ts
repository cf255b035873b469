import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody, encodeBody } from './body-codec.ts';

describe('encodeBody', () => {
  it.each([
    ['keeps short texts', 'x'.repeat(1_024), 0],
    ['compresses longer ones', 'x'.repeat(1_025), 1],
    ['counts bytes and not characters', 'ä'.repeat(513), 1],
    [
      'keeps texts that compression would enlarge',
      randomBytes(2_000)
        .toString('latin1')
        .replaceAll(/[^!-~]/g, ''),
      0,
    ],
  ])('%s', (_, text, encoding) => {
    const encoded = encodeBody(text);
    expect(encoded.encoding).toBe(encoding);
    expect(encoded.bytes.length).toBeLessThanOrEqual(Buffer.byteLength(text));
    expect(decodeBody(encoded.bytes, encoded.encoding)).toBe(text);
  });

  it('round-trips every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 5_000 }), (text) => {
        const { bytes, encoding } = encodeBody(text);
        expect(decodeBody(bytes, encoding)).toBe(text);
      }),
    );
  });
});

describe('decodeBody', () => {
  it('rejects an unknown encoding', () => {
    expect(() => decodeBody(Buffer.from('{}'), 7)).toThrow('A body has the unknown encoding 7.');
  });

  it('rejects damaged bytes', () => {
    const { bytes } = encodeBody('x'.repeat(5_000));
    expect(() => decodeBody(bytes.subarray(0, 8), 1)).toThrow();
  });
});
