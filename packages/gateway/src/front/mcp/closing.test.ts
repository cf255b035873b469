import { once } from 'node:events';
import { result } from '@toolmark/base';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock, settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { openRequest, type RawRequest, rawRequest } from './fixtures/raw-request.ts';
import { initialize, legacy, modern } from './fixtures/requests.ts';
import { type ServedFront, serveFront } from './fixtures/serve.ts';

/** More bytes than the socket buffers hold for a client that does not read. */
const LONG = 30_000_000;
const WITHIN_MS = 1_000;

type Ask = (session: string) => RawRequest;
const called = { id: 1, method: 'tools/call', params: { name: 'wait', arguments: { n: 1 } } };
const ASKS: readonly (readonly [string, Ask, boolean])[] = [
  ['of 2026-07-28', () => modern('tools/call', { name: 'wait', arguments: { n: 1 } }), true],
  ['of an older client', (session) => legacy(called, session), true],
  ['of an older client through the SDK', (session) => legacy(called, session), false],
  ['of a batch', (session) => ({ ...legacy({}, session), body: [{ jsonrpc: '2.0', ...called }] }), true],
];

describe.each(ASKS)('when the front closes, an answer %s', (_name, ask, hotPath) => {
  const long = (front: ServedFront) =>
    vi.spyOn(front.core, 'handle').mockResolvedValueOnce(result({ text: 'x'.repeat(LONG) }));

  it('to a slow client arrives in full', async () => {
    const front = await serveFront({ hotPath });
    const session = await initialize(front.url);
    long(front);
    const response = await openRequest(front.url, ask(session));
    await expect.poll(() => front.front.stats().running).toBe(0);
    let isClosed = false;
    const closed = front.front.close(60_000).then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await Promise.all([once(response, 'end'), closed]);
    expect(received).toBeGreaterThan(LONG);
    await front.close();
  });

  it('to a client that does not read is waited for only until the deadline', async () => {
    const clock = createFakeClock();
    const front = await serveFront({ hotPath, clock });
    const session = await initialize(front.url);
    long(front);
    const response = await openRequest(front.url, ask(session));
    await expect.poll(() => front.front.stats().running).toBe(0);
    const closed = front.front.close(WITHIN_MS);
    await clock.advance(WITHIN_MS);
    await closed;
    response.destroy();
    await front.close();
  });

  it('that is not there by the deadline is an error', async () => {
    const clock = createFakeClock();
    const front = await serveFront({ hotPath, clock });
    const session = await initialize(front.url);
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, ask(session));
    await waiting;
    expect(front.front.stats().running).toBe(1);
    const closed = front.front.close(WITHIN_MS);
    await clock.advance(WITHIN_MS);
    expect((await response).messages).toMatchObject([{ id: 1, error: { code: -32066 } }]);
    await clock.advance(0);
    await closed;
    expect(front.core.cancelled).toEqual([1]);
    await front.close();
  });
});
