import { result } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMultiplexer } from '../multiplexer.ts';
import type { ResponseSink } from './client.ts';
import { createHttpSession } from './session.ts';
import { openStandaloneStream } from './standalone-stream.ts';

/** How often a stream is opened within the given seconds when the server treats each one this way. */
async function opensWithin(seconds: number, onStream: (sink: ResponseSink) => void): Promise<number> {
  let opens = 0;
  const client = {
    send: (_: unknown, sink: ResponseSink) => {
      opens++;
      setTimeout(onStream, 1, sink);
      return () => {};
    },
    close: async () => {},
  };
  const mux = createMultiplexer(
    { send: () => {}, abandon: () => true },
    { onNotification: () => {}, onRequest: async () => result({}) },
    { era: 'legacy', version: '2025-11-25', self: {} },
  );
  const url = new URL('http://localhost/mcp');
  const endpoint = { url, shown: url.href, headers: [] };
  const session = createHttpSession({ kind: 'url', url: url.href }, endpoint, client, mux);
  const stream = openStandaloneStream(session);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  stream.close();
  return opens;
}

const start = (sink: ResponseSink, data: string, status = 200): void => {
  sink.onStart({ status, statusText: '', mediaType: 'text/event-stream', headers: {} });
  sink.onData(Buffer.from(data));
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream that keeps ending', () => {
  it.each([
    ['sends nothing and asks for no delay', 'retry: 0\n\n', 200, 60, 14],
    ['sends a comment and asks for no delay', 'retry: 0\nid: 1\ndata:\n\n', 200, 60, 14],
    [
      'sends a message each time and asks for no delay',
      'retry: 0\ndata: {"jsonrpc":"2.0","method":"x"}\n\n',
      200,
      60,
      70,
    ],
    ['is not well', '', 503, 60, 7],
  ])('is reopened with back-off when the server %s', async (_, data, status, seconds, atMost) => {
    const opens = await opensWithin(seconds, (sink) => {
      start(sink, data, status);
      sink.onEnd();
    });
    expect(opens).toBeLessThanOrEqual(atMost);
    expect(opens).toBeGreaterThan(atMost / 2);
  });

  it("is reopened with the server's delay after a long life", async () => {
    const opens = await opensWithin(60, (sink) => {
      start(sink, 'retry: 10\n\n');
      setTimeout(() => sink.onEnd(), 2_000);
    });
    expect(opens).toBe(30);
  });
});
