import { describe, expect, it } from 'vitest';
import type { AnswerLimits } from './limits.ts';
import { createMessageReader } from './message-reader.ts';

const LONG = 'x'.repeat(100_000);

/** Reads texts in order and collects the events. */
async function read(texts: readonly string[], limitsOf: (text: string) => AnswerLimits | undefined): Promise<string[]> {
  const seen: string[] = [];
  const reader = createMessageReader({
    onMessage: ({ id }) => void seen.push(`message ${String(id)}`),
    onNoise: () => void seen.push('noise'),
    onExcess: (_text, { message }) => void seen.push(message),
    limitsOf,
  });
  for (const text of texts) reader.read(text);
  await reader.busy();
  return seen;
}

describe('a long message', () => {
  it('is refused by length before parsing, and the next ones are read', async () => {
    const texts = [`{"jsonrpc":"2.0","id":1,"result":"${LONG}`, '{"jsonrpc":"2.0","id":2,"result":{}}'];
    const [refused, next] = await read(texts, () => ({ bytes: 90_000, values: 100 }));
    expect([refused, next]).toEqual([expect.stringContaining('more than 90000 bytes'), 'message 2']);
    expect(await read(texts, () => undefined)).toEqual(['noise', 'message 2']);
  });

  it('is read if within its limits', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":"${LONG}"}`;
    expect(await read([text], () => ({ bytes: 110_000, values: 100 }))).toEqual(['message 1']);
  });
});
