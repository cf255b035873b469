import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseEvent } from './sse-parser.ts';

const parseAll = (pieces: readonly string[]): readonly SseEvent[] => {
  const parse = createSseParser();
  return pieces.flatMap(parse);
};

describe('server-sent events', () => {
  it.each<[string, string, readonly SseEvent[]]>([
    ['an event', 'id: 7-0\nevent: a.b\ndata: {}\n\n', [{ id: '7-0', type: 'a.b', data: '{}' }]],
    ['no space, no type', 'data:{}\n\n', [{ id: undefined, type: 'message', data: '{}' }]],
    ['strips only one space', 'data:  x\n\n', [{ id: undefined, type: 'message', data: ' x' }]],
    ['several lines of data', 'data: a\ndata\ndata: b\n\n', [{ id: undefined, type: 'message', data: 'a\n\nb' }]],
    ['data with a colon', 'data: {"a":1}\n\n', [{ id: undefined, type: 'message', data: '{"a":1}' }]],
    ['comments and unknown fields', ': hello\nretry: 5\nother: x\n\n', []],
    ['only an id', ': hi\nid: 12\n\n', [{ id: '12', type: 'message', data: undefined }]],
    ['an id with a zero byte', 'id: 1\u00002\ndata: x\n\n', [{ id: undefined, type: 'message', data: 'x' }]],
    ['an incomplete event', 'data: x\n', []],
    [
      'all kinds of line ends',
      'data: a\r\ndata: b\rdata: c\n\r\n',
      [{ id: undefined, type: 'message', data: 'a\nb\nc' }],
    ],
  ])('%s', (_case, text, events) => expect(parseAll([text])).toEqual(events));

  it('give the same events wherever the text is split', () => {
    const line = fc.constantFrom('id: 1', 'event: x', 'data: {"a":1}', 'data:', ': comment', '', '');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const stream = fc.array(fc.tuple(line, end)).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(20)), (text, sizes) => {
        const pieces: string[] = [];
        let rest = text;
        for (const size of sizes) {
          pieces.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        // A CR counts as a line end only once another character follows.
        expect(parseAll([...pieces, rest, ':\n'])).toEqual(parseAll([`${text}:\n`]));
      }),
    );
  });

  it.each<[string, readonly string[]]>([
    ['in one line', ['id: 1\ndata: ', ...Array.from({ length: 50 }, () => 'x'.repeat(100_000)), '\n\n']],
    ['in many lines', ['id: 1\n', ...Array.from({ length: 50 }, () => `data: ${'x'.repeat(100_000)}\n`), '\n']],
    ['in one piece', [`data: ${'x'.repeat(5_000_000)}\nid: 1\n\n`]],
  ])('that are too long %s are dropped, but not the next ones', (_case, pieces) => {
    expect(parseAll([...pieces, 'id: 2\ndata: y\n\n'])).toEqual([
      { id: '1', type: 'message', data: undefined, isTooLong: true },
      { id: '2', type: 'message', data: 'y' },
    ]);
  });
});
