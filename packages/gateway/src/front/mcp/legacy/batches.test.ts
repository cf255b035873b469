import type { JsonObject } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRequest, type RawRequest, rawRequest } from '../fixtures/raw-request.ts';
import { initialize, legacy } from '../fixtures/requests.ts';
import { type ServedFront, serveFront } from '../fixtures/serve.ts';
import { eventsOf } from '../stdio/join/events.ts';

const call = (id: number | string, name: string, args: JsonObject = {}): JsonObject => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 't' } },
});
const cancel = (requestId: unknown): JsonObject => ({ method: 'notifications/cancelled', params: { requestId } });

describe('a batch', () => {
  let front: ServedFront;
  let session: string;
  beforeEach(async () => {
    front = await serveFront();
    session = await initialize(front.url);
  });
  afterEach(() => front.close());
  const batch = (...messages: JsonObject[]): RawRequest => ({
    ...legacy({}, session),
    body: messages.map((message) => ({ jsonrpc: '2.0', ...message })),
  });

  it('that cancels one of its own requests ends, and so does the call', async () => {
    const { status, messages } = await rawRequest(
      front.url,
      batch(call(9, 'wait', { n: 1 }), cancel(9), call(10, 'echo')),
    );
    expect([status, messages.map(({ id }) => id)]).toEqual([200, [10]]);
    expect(front.core.cancelled).toEqual([1]);
    expect(front.front.stats().running).toBe(0);
  });

  it('ends even if all of its requests are cancelled', async () => {
    const { text } = await rawRequest(front.url, batch(call(9, 'wait', { n: 1 }), cancel(9)));
    expect(text).not.toContain('jsonrpc');
    expect(front.core.cancelled).toEqual([1]);
  });

  it('is cancelled in part by another POST', async () => {
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, batch(call(1, 'wait', { n: 1 }), call(2, 'echo')));
    await waiting;
    await rawRequest(front.url, legacy(cancel(1), session));
    expect((await response).messages.map(({ id }) => id)).toEqual([2]);
    expect(front.core.cancelled).toEqual([1]);
  });

  it('gets questions on its stream, and the answer may come in a batch too', async () => {
    const messages = eventsOf(await openRequest(front.url, batch(call(1, 'ask'))));
    const { id } = JSON.parse((await messages.next()).value ?? '');
    const told = await rawRequest(front.url, batch({ id, result: { action: 'decline' } }));
    expect(told.status).toBe(202);
    expect((await messages.next()).value).toContain('decline');
    expect((await messages.next()).done).toBe(true);
  });

  it('loses progress that it does not read, but no answer', async () => {
    const response = await openRequest(
      front.url,
      batch(call(1, 'progress', { steps: 4_000, size: 10_000 }), call(2, 'echo')),
    );
    await expect.poll(() => front.front.stats().dropped).toBeGreaterThan(0);
    const ids: unknown[] = [];
    for await (const text of eventsOf(response)) ids.push(JSON.parse(text).id);
    expect(ids.filter((id) => id !== undefined).toSorted()).toEqual([1, 2]);
    expect(ids.length).toBeLessThan(4_000);
  });

  it('answers a result that cannot be serialized with an incident', async () => {
    const { messages } = await rawRequest(front.url, batch(call(1, 'circular'), call(2, 'echo')));
    expect(messages).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: {} },
    ]);
  });

  it('answers two requests of the same id', async () => {
    const { messages } = await rawRequest(front.url, batch(call(1, 'echo'), call(1, 'echo')));
    expect(messages.map(({ id }) => id)).toEqual([1, 1]);
  });
});

it.each([{ hotPath: true }, { hotPath: false }])(
  'the end of a request does not affect a later one with the same id, hot path $hotPath',
  async ({ hotPath }) => {
    const front = await serveFront({ hotPath });
    const session = await initialize(front.url);
    const asked = await openRequest(front.url, legacy(call(5, 'ask'), session));
    const messages = eventsOf(asked);
    const { id } = JSON.parse((await messages.next()).value ?? '');
    const waiting = front.core.waiting();
    const second = openRequest(front.url, legacy(call(5, 'wait', { n: 2 }), session));
    await waiting;
    await rawRequest(front.url, legacy({ id, result: { action: 'decline' } }, session));
    expect((await messages.next()).value).toContain('decline');
    await rawRequest(front.url, legacy(cancel(5), session));
    await expect.poll(() => front.core.cancelled).toEqual([2]);
    (await second).destroy();
    await front.close();
  },
);
