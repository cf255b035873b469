import type { JsonObject } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../../base/src/fixtures/fake-clock.ts';
import { openRequest, type RawRequest, rawRequest } from '../fixtures/raw-request.ts';
import { INITIALIZE, initialize, legacy } from '../fixtures/requests.ts';
import { ENTRANCE, type ServedFront, serveFront } from '../fixtures/serve.ts';
import { eventsOf } from '../stdio/join/events.ts';

const LIMITS = { bodyBytes: 1_000_000, depth: 100, values: 100_000, sessions: 3, sessionIdleMs: 30 * 60_000 };

const call = (id: number | string, name: string, args: JsonObject = {}): JsonObject => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 't' } },
});
const stream = (session: string, headers: RawRequest['headers'] = {}): RawRequest => ({
  method: 'GET',
  headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...headers },
});
const cancel = (requestId: unknown): JsonObject => ({ method: 'notifications/cancelled', params: { requestId } });

describe.each([{ hotPath: true }, { hotPath: false }])(
  'a session of an older client, hot path $hotPath',
  ({ hotPath }) => {
    let front: ServedFront;
    let session: string;
    beforeEach(async () => {
      front = await serveFront({ hotPath });
      session = await initialize(front.url);
    });
    afterEach(() => front.close());
    const send = (message: JsonObject) => rawRequest(front.url, legacy(message, session));

    it('passes the client to the core', async () => {
      await send(call(1, 'echo'));
      const { signal, notify, ask, headers, ...caller } = front.core.callers[0] ?? expect.fail();
      expect(caller).toEqual({
        era: 'legacy',
        protocolVersion: '2025-11-25',
        ...ENTRANCE,
        session,
        client: { name: 'tests', version: '1.0.0' },
        capabilities: { elicitation: {} },
        mayAnswer: true,
        conversation: undefined,
      });
      expect(headers).toEqual({});
    });

    it('gets progress on the stream of its call, including the last one', async () => {
      const { messages } = await send(call(1, 'progress'));
      expect(messages.map(({ method, id }) => method ?? id)).toEqual([...Array(3).fill('notifications/progress'), 1]);
    });

    it.each<[string, JsonObject, string]>([
      [
        'that it accepts',
        { result: { action: 'accept', content: { yes: true } } },
        '{"action":"accept","content":{"yes":true}}',
      ],
      [
        'that it refuses',
        { error: { code: -1, message: 'no' } },
        '{"kind":"error","error":{"code":-1,"message":"no"}}',
      ],
    ])('gets a question on the stream of its call, and answers in another POST %s', async (_name, answer, expected) => {
      const response = await openRequest(front.url, legacy(call(1, 'ask'), session));
      const messages = eventsOf(response);
      const question = JSON.parse((await messages.next()).value ?? '');
      expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Really?' } });
      const told = await send({ id: question.id, ...answer });
      expect([told.status, told.text]).toEqual([202, '']);
      expect(JSON.parse((await messages.next()).value ?? '')).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: expected }] },
      });
      expect((await messages.next()).done).toBe(true);
    });

    it('is told when an answer is no longer needed', async () => {
      const response = await openRequest(front.url, legacy(call(1, 'ask'), session));
      const messages = eventsOf(response);
      const question = JSON.parse((await messages.next()).value ?? '');
      await send(cancel(1));
      expect(JSON.parse((await messages.next()).value ?? '')).toMatchObject({
        method: 'notifications/cancelled',
        params: { requestId: question.id },
      });
      response.destroy();
      expect((await send({ id: question.id, result: {} })).status).toBe(202);
    });

    it('cancels a call with a notification', async () => {
      const waiting = front.core.waiting();
      const response = openRequest(front.url, legacy(call('a', 'wait', { n: 1 }), session));
      await waiting;
      expect((await send(cancel('a'))).status).toBe(202);
      await expect.poll(() => front.core.cancelled).toEqual([1]);
      if (hotPath) {
        // The response is empty, so the connection can be used again.
        expect((await rawText(await response)).includes('jsonrpc')).toBe(false);
      }
      (await response).destroy();
    });

    it('cancels a call that comes after its cancellation', async () => {
      expect((await send(cancel('a'))).status).toBe(202);
      const response = openRequest(front.url, legacy(call('a', 'wait', { n: 1 }), session));
      await expect.poll(() => front.core.cancelled).toEqual([1]);
      (await response).destroy();
      expect(front.front.stats().running).toBe(0);
    });

    it('cancels nothing with the id of another session, or of another type', async () => {
      const other = await initialize(front.url);
      const waiting = front.core.waiting();
      const response = rawRequest(front.url, legacy(call(5, 'wait', { n: 1 }), session));
      await waiting;
      await rawRequest(front.url, legacy(cancel(5), other));
      await send(cancel('5'));
      await settle();
      front.core.release();
      expect((await response).text).toContain('released');
      expect(front.core.cancelled).toEqual([]);
    });

    it('does not cancel by losing the connection', async () => {
      const waiting = front.core.waiting();
      const opened = openRequest(front.url, legacy(call(1, 'wait', { n: 1 }), session)).catch(() => undefined);
      await waiting;
      front.server.closeAllConnections();
      await opened;
      await settle();
      expect(front.core.cancelled).toEqual([]);
      front.core.release();
      await settle();
      expect((await send(call(2, 'echo'))).status).toBe(200);
      expect(front.front.stats().running).toBe(0);
    });

    it('ends with DELETE, and so do its requests under way', async () => {
      const waiting = front.core.waiting();
      const response = rawRequest(front.url, legacy(call(1, 'wait', { n: 1 }), session));
      await waiting;
      const deleted = await rawRequest(front.url, { method: 'DELETE', headers: { 'mcp-session-id': session } });
      expect([deleted.status, deleted.text]).toEqual([200, '']);
      await response;
      expect(front.core.cancelled).toEqual([1]);
      expect(front.core.channels.size).toBe(0);
      expect((await send(call(2, 'echo'))).status).toBe(404);
    });

    it('belongs to the principal that opened it', async () => {
      const headers = { 'x-principal': 'another' };
      const foreign = await rawRequest(front.url, legacy(call(1, 'echo'), session, headers));
      expect(foreign).toMatchObject({ status: 404, messages: [{ error: { code: -32001 } }] });
      expect((await rawRequest(front.url, stream(session, headers))).status).toBe(404);
      expect((await rawRequest(front.url, { ...stream(session, headers), method: 'DELETE' })).status).toBe(404);
      expect((await send(call(1, 'echo'))).status).toBe(200);
    });

    it('has one stream for messages that belong to no request, and gets missed changes there', async () => {
      front.core.changeTools();
      front.core.changeTools();
      const response = await openRequest(front.url, stream(session));
      expect(response.headers['mcp-session-id']).toBe(session);
      const messages = eventsOf(response);
      const changed = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
      expect((await messages.next()).value).toBe(changed);
      expect((await rawRequest(front.url, stream(session))).status).toBe(409);
      for (const { notify } of front.core.channels) notify('notifications/message', { level: 'info', data: 1 });
      expect((await messages.next()).value).toContain('notifications/message');
      response.destroy();
      await expect
        .poll(async () => {
          const again = await openRequest(front.url, stream(session));
          again.destroy();
          return again.statusCode;
        })
        .toBe(200);
    });

    it('sets the level of log messages', async () => {
      await send({ id: 1, method: 'logging/setLevel', params: { level: 'error' } });
      expect(front.core.levels).toEqual(['error']);
    });

    it('gets an incident number when the core fails', async () => {
      const response = await send(call(1, 'breaks'));
      expect(response).toMatchObject({ status: 200, messages: [{ id: 1, error: { code: -32603 } }] });
      expect(response.text).not.toContain('bug');
    });
  },
);

describe('the handshake', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('a client of revision %s is answered with %s', async (asked, answered) => {
    const front = await serveFront();
    const params = { ...(INITIALIZE['params'] as JsonObject), protocolVersion: asked };
    const { messages } = await rawRequest(front.url, legacy({ ...INITIALIZE, params }));
    await front.close();
    expect(messages).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        result: {
          protocolVersion: answered,
          capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
          serverInfo: { name: 'toolmark', version: '0.1.0' },
          instructions: 'Be kind.',
        },
      },
    ]);
  });

  it('creates unguessable ids', async () => {
    const front = await serveFront();
    const ids = await Promise.all([initialize(front.url), initialize(front.url)]);
    await front.close();
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});

describe('the number and the age of sessions', () => {
  const clock = createFakeClock();
  let front: ServedFront;
  beforeEach(async () => {
    front = await serveFront({ limits: LIMITS, clock });
  });
  afterEach(() => front.close());
  const status = async (session: string): Promise<number> =>
    (await rawRequest(front.url, legacy({ id: 1, method: 'ping' }, session))).status;
  const open = (): Promise<number> => rawRequest(front.url, legacy(INITIALIZE)).then(({ status }) => status);

  it('a session that is idle for too long ends, and the core is told', async () => {
    const session = await initialize(front.url);
    await clock.advance(LIMITS.sessionIdleMs - 1);
    expect(await status(session)).toBe(200);
    await clock.advance(1.1 * LIMITS.sessionIdleMs);
    expect([front.core.channels.size, front.front.stats().sessions]).toEqual([0, 0]);
    expect(await status(session)).toBe(404);
    expect(clock.pending()).toBe(0);
  });

  it('a session with an open stream, or one closed just now, does not end', async () => {
    const session = await initialize(front.url);
    const response = await openRequest(front.url, stream(session));
    await clock.advance(3 * LIMITS.sessionIdleMs);
    response.destroy();
    await expect.poll(async () => (await rawRequest(front.url, { method: 'GET' })).status).toBe(400);
    await settle();
    await clock.advance(LIMITS.sessionIdleMs - 1);
    expect(await status(session)).toBe(200);
  });

  it('a session with a call under way does not end', async () => {
    const session = await initialize(front.url);
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, legacy(call(1, 'wait'), session));
    await waiting;
    await clock.advance(3 * LIMITS.sessionIdleMs);
    front.core.release();
    expect((await response).text).toContain('released');
    expect(await status(session)).toBe(200);
  });

  it('the least recently used session ends for a new one', async () => {
    const [first, second, third] = [
      await initialize(front.url),
      await initialize(front.url),
      await initialize(front.url),
    ];
    await status(first);
    await clock.advance(60_000);
    await status(third);
    expect(await open()).toBe(200);
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 404, 200]);
  });

  it('a new session is refused while all are in use', async () => {
    await initialize(front.url);
    const streaming = await initialize(front.url);
    const response = await openRequest(front.url, stream(streaming));
    await clock.advance(59_999);
    await initialize(front.url);
    const refused = await rawRequest(front.url, legacy(INITIALIZE));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
    await clock.advance(60_000);
    expect([await open(), await open(), await open()]).toEqual([200, 200, 503]);
    expect(await status(streaming)).toBe(200);
    response.destroy();
  });
});

async function rawText(response: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}
