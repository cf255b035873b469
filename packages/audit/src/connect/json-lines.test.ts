import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonLines, type JsonLine } from './json-lines.ts';

const ROOMY = { messageBytes: 1_000, sessionBytes: 10_000 };
const bytes = (text: string) => Buffer.from(text);

describe('createJsonLines', () => {
  it.each<[string, string, readonly JsonLine[]]>([
    ['a message', '{"jsonrpc":"2.0","id":1}\n', [{ kind: 'messages', messages: [{ jsonrpc: '2.0', id: 1 }] }]],
    ['a message with a CR', '{"jsonrpc":"2.0"}\r\n', [{ kind: 'messages', messages: [{ jsonrpc: '2.0' }] }]],
    [
      'a batch',
      '[{"jsonrpc":"2.0"},{"jsonrpc":"2.0"}]\n',
      [{ kind: 'messages', messages: Array(2).fill({ jsonrpc: '2.0' }) }],
    ],
    ['text', 'Server ready\n', [{ kind: 'noise', text: 'Server ready' }]],
    ['JSON that is no message', '{"level":"info"}\n', [{ kind: 'noise', text: '{"level":"info"}' }]],
    ['an empty batch', '[]\n', [{ kind: 'noise', text: '[]' }]],
    ['a scalar', '42\n', [{ kind: 'noise', text: '42' }]],
    ['blank lines', '\n \r\n\n', []],
    ['an unfinished line', '{"jsonrpc":', []],
  ])('reads %s', (_, text, expected) => {
    expect(createJsonLines(ROOMY).push(bytes(text))).toEqual(expected);
  });

  it('gives the same result for any chunking', () => {
    const chunk = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(chunk), fc.array(fc.nat(200)), (names, cuts) => {
        const messages = names.map((name) => ({ jsonrpc: '2.0', name }));
        const whole = bytes(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
        const lines = createJsonLines({ messageBytes: 10_000, sessionBytes: 100_000 });
        const edges = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const read = edges.slice(1).flatMap((edge, index) => lines.push(whole.subarray(edges[index], edge)) ?? []);
        expect(read).toEqual(messages.map((message) => ({ kind: 'messages', messages: [message] })));
      }),
    );
  });

  it('reads a last line without a newline once the stream has ended', () => {
    const lines = createJsonLines(ROOMY);
    lines.push(bytes('{"jsonrpc":"2.0"}'));
    expect(lines.end()).toEqual([{ kind: 'messages', messages: [{ jsonrpc: '2.0' }] }]);
  });

  it('stops at a message over the limit, even in small chunks, and stays stopped', () => {
    const lines = createJsonLines({ messageBytes: 10, sessionBytes: 1_000 });
    expect(lines.push(bytes('12345'))).toEqual([]);
    expect(lines.push(bytes('67890'))).toEqual([]);
    expect(lines.push(bytes('1'))).toBeUndefined();
    expect(lines.push(bytes('\n{"jsonrpc":"2.0"}\n'))).toBeUndefined();
    expect(lines.end()).toEqual([]);
  });

  it('stops at the limit for the whole stream, even with short lines', () => {
    const lines = createJsonLines({ messageBytes: 10, sessionBytes: 10 });
    expect(lines.push(bytes('noise\n'))).toHaveLength(1);
    expect(lines.push(bytes('noise\n'))).toBeUndefined();
  });
});
