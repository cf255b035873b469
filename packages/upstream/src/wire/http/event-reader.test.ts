import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, type ServerSentEvent } from './event-reader.ts';

function read(
  chunks: readonly Buffer[],
  maxSize = 1_000_000,
): { events: ServerSentEvent[]; retries: number[]; overflows: number } {
  const seen = { events: [] as ServerSentEvent[], retries: [] as number[], overflows: 0 };
  const reader = createEventReader(
    {
      onEvent: (event) => seen.events.push(event),
      onRetry: (ms) => seen.retries.push(ms),
      onOverflow: () => seen.overflows++,
    },
    maxSize,
  );
  for (const chunk of chunks) reader.push(chunk);
  return seen;
}

describe('createEventReader', () => {
  it('reads the same events for any chunking', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll(/[\r\n\0]/g, '-'));
    const event = fc.record({
      name: word,
      data: fc.array(word, { minLength: 1 }),
      id: fc.option(word, { nil: undefined }),
    });
    const newline = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(event), newline, fc.array(fc.nat(10_000)), (events, nl, places) => {
        const lines = events.flatMap(({ name, data, id }) => [
          `event: ${name}`,
          ...(id === undefined ? [] : [`id: ${id}`]),
          ': a comment',
          ...data.map((part) => `data: ${part}`),
          '',
        ]);
        const bytes = Buffer.from(lines.map((line) => line + nl).join(''));
        const stops = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
        const chunks = [...stops, bytes.length].map((stop, index) => bytes.subarray(stops[index - 1] ?? 0, stop));
        expect(read(chunks).events).toEqual(events.map((one) => ({ ...one, data: one.data.join('\n') })));
      }),
    );
  });

  it.each([
    ['data: a\n\n', [{ name: 'message', data: 'a', id: undefined }], []],
    ['data\n\n', [{ name: 'message', data: '', id: undefined }], []],
    ['id: 1\ndata:\n\n', [{ name: 'message', data: '', id: '1' }], []],
    ['id\ndata: a\n\n', [{ name: 'message', data: 'a', id: '' }], []],
    ['event: endpoint\ndata: /x\n\n', [{ name: 'endpoint', data: '/x', id: undefined }], []],
    ['retry: 500\nretry: soon\n\n', [], [500]],
    ['data: never finished', [], []],
    ['unknown: field\ndata: a\n\n', [{ name: 'message', data: 'a', id: undefined }], []],
  ])('reads %j', (text, events, retries) => {
    expect(read([Buffer.from(text)])).toEqual({ events, retries, overflows: 0 });
  });

  it('stops at an event above the limit, however its lines are split', () => {
    const line = Buffer.from(`data: ${'x'.repeat(50)}\n`);
    expect(read([line, line, line, Buffer.from('\ndata: after\n\n')], 100)).toEqual({
      events: [],
      retries: [],
      overflows: 1,
    });
    const long = Buffer.from(`data: ${'x'.repeat(60)}`);
    expect(read([long, long, long], 100)).toEqual({ events: [], retries: [], overflows: 1 });
  });
});
