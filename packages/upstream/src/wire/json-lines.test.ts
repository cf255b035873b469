import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './json-lines.ts';

interface Seen {
  readonly messages: unknown[];
  readonly noise: string[];
  overflows: number;
  readonly beginnings: string[];
}

function read(chunks: readonly Buffer[], maxBytes = 1_000_000, end = true): Seen {
  const seen: Seen = { messages: [], noise: [], overflows: 0, beginnings: [] };
  const reader = createLineReader(
    {
      onMessage: (message) => seen.messages.push(message),
      onNoise: (line) => seen.noise.push(line),
      onExcess: (text) => seen.noise.push(text),
      onOverflow: (beginning) => {
        seen.overflows++;
        seen.beginnings.push(beginning);
      },
    },
    maxBytes,
  );
  for (const chunk of chunks) reader.push(chunk);
  if (end) reader.end();
  return seen;
}

/** Splits bytes at these offsets, even inside a character. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const stops = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...stops, bytes.length].map((stop, index) => bytes.subarray(stops[index - 1] ?? 0, stop));
}

describe('createLineReader', () => {
  it('reads the same messages for any chunking', () => {
    const message = fc.record({ jsonrpc: fc.constant('2.0'), method: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat(10_000)), (messages, places) => {
        const bytes = Buffer.from(messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
        expect(read(cut(bytes, places))).toEqual({ messages, noise: [], overflows: 0, beginnings: [] });
      }),
    );
  });

  it.each([
    ['', [], []],
    ['\n\r\n  \n', [], []],
    ['{"jsonrpc":"2.0","id":1}\r\n', [{ jsonrpc: '2.0', id: 1 }], []],
    ['{"jsonrpc":"2.0","id":1}', [{ jsonrpc: '2.0', id: 1 }], []],
    [
      '[{"jsonrpc":"2.0","id":1},{"jsonrpc":"2.0","id":2}]\n',
      [
        { jsonrpc: '2.0', id: 1 },
        { jsonrpc: '2.0', id: 2 },
      ],
      [],
    ],
    [
      'Server ready\n{"level":1}\n[]\n[1]\n{"jsonrpc":"2.0"\n',
      [],
      ['Server ready', '{"level":1}', '[]', '[1]', '{"jsonrpc":"2.0"'],
    ],
    ['noise\n{"jsonrpc":"2.0","id":1}\n', [{ jsonrpc: '2.0', id: 1 }], ['noise']],
  ])('reads %j', (text, messages, noise) => {
    expect(read([Buffer.from(text)])).toEqual({ messages, noise, overflows: 0, beginnings: [] });
  });

  it('skips a line above the limit in any chunking, and reads the next ones', () => {
    const before = '{"jsonrpc":"2.0","id":1}\n';
    const long = `{"jsonrpc":"2.0","id":2,"result":"${'x'.repeat(300)}`;
    const after = '{"jsonrpc":"2.0","id":3}\n';
    const messages = [1, 3].map((id) => ({ jsonrpc: '2.0', id }));
    fc.assert(
      fc.property(fc.array(fc.nat(10_000)), fc.constantFrom('', '\n', `\n${long}\n`), (places, end) => {
        const bytes = Buffer.from(`${before}${long}${end}${end === '' ? '' : after}`);
        // Chunks are smaller than the line limit, as with a pipe.
        const everywhere = Array.from({ length: Math.ceil(bytes.length / 50) }, (_, index) => index * 50);
        const seen = read(cut(bytes, [...places, ...everywhere]), 100);
        const isTwice = end.length > 1;
        expect(seen).toEqual({
          messages: end === '' ? messages.slice(0, 1) : messages,
          noise: [],
          overflows: isTwice ? 2 : 1,
          beginnings: expect.arrayContaining([expect.stringMatching(/^\{"jsonrpc":"2.0","id":2,"result":"x+$/)]),
        });
        for (const beginning of seen.beginnings) expect(beginning.length).toBeLessThanOrEqual(256);
      }),
    );
  });

  it('takes linear time for a long line', async () => {
    const chunk = Buffer.alloc(1_000, ' ');
    const chunks = Array.from({ length: 50_000 }, () => chunk);
    // Joining on every chunk would copy more than a terabyte and time out.
    const { messages } = read([...chunks, Buffer.from('{"jsonrpc":"2.0"}\n')], 100_000_000);
    // A line of this length is parsed in slices.
    await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0' }]);
  });
});
