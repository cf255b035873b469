import { result } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';
import { createSubscription } from './subscription.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often a server is asked that gives this answer each time. */
async function asksOf(answer: (id: unknown, mux: Multiplexer) => void): Promise<number> {
  let asks = 0;
  const mux: Multiplexer = createMultiplexer(
    {
      send: (text) => {
        asks++;
        setTimeout(() => answer(JSON.parse(text).id, mux), 1);
      },
      abandon: () => false,
    },
    { onNotification: () => {}, onRequest: async () => result({}) },
    { era: 'modern', version: '2026-07-28', self: {} },
  );
  const subscription = createSubscription(mux, () => {});
  subscription.listen({ toolsListChanged: true });
  await vi.advanceTimersByTimeAsync(10_000);
  subscription.close();
  expect(vi.getTimerCount()).toBe(0);
  return asks;
}

describe('a subscription', () => {
  it.each([{}, { data: { error: 'upstreamDied' } }])('is not retried after a refusal (%j)', async (more) => {
    const error = { code: -32000, message: 'No.', ...more };
    expect(await asksOf((id, mux) => mux.receive({ jsonrpc: '2.0', id, error }))).toBe(1);
  });

  it('is retried with pauses after the server ended it', async () => {
    expect(await asksOf((id, mux) => mux.receive({ jsonrpc: '2.0', id, result: {} }))).toBe(4);
    const params = (requestId: unknown) => ({ requestId });
    const method = 'notifications/cancelled';
    expect(await asksOf((id, mux) => mux.receive({ jsonrpc: '2.0', method, params: params(id) }))).toBe(4);
  });
});
