import { describe, expect, it } from 'vitest';
import { parseMessages, readRpcError, toObject } from './message-reader.ts';

describe('parseMessages', () => {
  it('keeps numbers that do not fit into a double', () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"id":12345678901234567890,"far":[1e400]}}';
    expect(JSON.stringify(parseMessages(text)?.[0])).toBe(text);
  });

  it.each(['12345678901234567890', '"x"', '[]', '[12345678901234567890]', '{', '{"jsonrpc":2.0}'])(
    'finds no message in %s',
    (text) => expect(parseMessages(text)).toBeUndefined(),
  );

  it.each([
    ['params', (message: ReturnType<typeof first>) => expect(toObject(message.params)).toEqual({})],
    ['error', (message: ReturnType<typeof first>) => expect(readRpcError(message.error)).toBeUndefined()],
  ] as const)('does not treat such a number as an object: %s', (member, check) =>
    check(first(`{"jsonrpc":"2.0","${member}":12345678901234567890}`)),
  );
});

function first(text: string) {
  const [message] = parseMessages(text) ?? [];
  if (message === undefined) throw new Error('no message');
  return message;
}
