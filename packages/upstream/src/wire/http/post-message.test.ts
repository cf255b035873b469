import { result } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMultiplexer } from '../multiplexer.ts';
import type { HttpClient } from './client.ts';
import { postMessage } from './post-message.ts';
import { createHttpSession, type HttpSession, warningsOf } from './session.ts';

/** A session whose server accepts no POST; records the abort functions. */
function play(): { readonly session: HttpSession; readonly sent: unknown[]; readonly abort: () => void } {
  const sent: unknown[] = [];
  const abort = vi.fn();
  const client: HttpClient = {
    send: ({ isCall }) => {
      sent.push(isCall);
      return abort;
    },
    close: async () => {},
  };
  const mux = createMultiplexer(
    { send: (text, call) => void postMessage(session, text, '/messages', call), abandon: () => true },
    { onNotification: () => {}, onRequest: async () => result({}) },
    { era: 'legacy', version: '2024-11-05', self: {} },
  );
  const url = new URL('http://localhost/mcp');
  const target = { kind: 'url', url: url.href } as const;
  const session: HttpSession = createHttpSession(target, { url, shown: url.href, headers: [] }, client, mux);
  return { session, sent, abort };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a POST that the server does not accept', () => {
  it('times out with a warning', async () => {
    const { session, abort, sent } = play();
    const posted = postMessage(session, '{}');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(abort).not.toHaveBeenCalled();
    expect(warningsOf(session)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await posted;
    expect(abort).toHaveBeenCalledOnce();
    expect(warningsOf(session)).toEqual(['The server did not accept a message within 5 s.']);
    expect(sent).toEqual([false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has the call's timeout and socket pool if it is a call", async () => {
    const { session, abort, sent } = play();
    const reply = session.mux.request('tools/call', {}, { timeoutMs: 20_000, maxTimeoutMs: 20_000 });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(abort).not.toHaveBeenCalled();
    session.mux.receive({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await reply).toEqual(result({}));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(abort).toHaveBeenCalledOnce();
    expect([sent, warningsOf(session)]).toEqual([[true], []]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
