import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageReader, encodeMessage } from './framing.ts';

describe('framing', () => {
  it('decodes every message for any chunking', () => {
    const message = fc.record({ seq: fc.nat(), text: fc.string({ unit: 'binary' }) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (messages, step) => {
        const bytes = Buffer.concat(messages.map(encodeMessage));
        const got: unknown[] = [];
        const read = createMessageReader((one) => got.push(one));
        for (let at = 0; at < bytes.length; at += step) read(bytes.subarray(at, at + step));
        expect(got).toEqual(messages);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['no length', 'X-Other: 1\r\n\r\n{}'],
    ['a length of nothing', 'Content-Length: 0\r\n\r\n'],
    ['a length beyond reason', 'Content-Length: 99999999999\r\n\r\n'],
    ['no header at all', 'x'.repeat(5000)],
    ['a body that is no JSON', 'Content-Length: 2\r\n\r\n}{'],
  ])('rejects %s', (_name, text) => {
    expect(() => createMessageReader(() => undefined)(Buffer.from(text))).toThrow();
  });
});
