import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../../base/src/fixtures/fake-clock.ts';
import type { CatalogTool } from '../../../model/catalog.ts';
import { KEEP_ALIVE_MS, MAX_UNREAD_BYTES } from '../event-stream.ts';
import { createFakeCore } from '../fixtures/fake-core.ts';
import { openRequest, rawRequest } from '../fixtures/raw-request.ts';
import { modern } from '../fixtures/requests.ts';
import { ENTRANCE, type ServedFront, serveFront } from '../fixtures/serve.ts';
import { RELAY_HEADER } from '../request-headers.ts';
import { MAX_SUBSCRIPTIONS } from './subscriptions.ts';

const call = (name: string, args: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  modern('tools/call', { name, arguments: args, _meta: { progressToken: 't' } }, headers);
const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });

describe('a request of 2026-07-28', () => {
  let front: ServedFront;
  beforeEach(async () => {
    front = await serveFront();
  });
  afterEach(() => front.close());

  it('is answered in plain JSON, of known length', async () => {
    const response = await rawRequest(front.url, call('echo', { a: 1 }));
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.text)));
  });

  it('gets a result of bytes unchanged', async () => {
    const { text, headers } = await rawRequest(front.url, modern('tools/list'));
    expect(text).toMatch(/^\{"jsonrpc":"2.0","id":1,"result":\{"tools":\[.*"x-own":1.*\}\}$/);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it('is answered with a stream when notifications come first, including the last progress', async () => {
    const response = await rawRequest(front.url, call('progress'));
    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(
      response.messages.map(({ method, params, id }) => [method, (params as { progress: number })?.progress, id]),
    ).toEqual([
      ['notifications/progress', 1, undefined],
      ['notifications/progress', 2, undefined],
      ['notifications/progress', 3, undefined],
      [undefined, undefined, 1],
    ]);
  });

  it('gets no notifications if its client cannot read a stream', async () => {
    const response = await rawRequest(front.url, call('progress', {}, { accept: 'application/json' }));
    expect(response).toMatchObject({ status: 200, messages: [{ id: 1, result: {} }] });
  });

  it('passes the client to the core', async () => {
    await rawRequest(front.url, call('echo', {}, { 'x-principal': 'ada', 'mcp-param-region': 'eu', 'x-other': '1' }));
    const { signal, notify, headers, ...caller } = front.core.callers[0] ?? expect.fail();
    expect(caller).toEqual({
      era: 'modern',
      protocolVersion: '2026-07-28',
      ...ENTRANCE,
      principal: 'ada',
      session: undefined,
      client: { name: 'tests', version: '1.0.0' },
      capabilities: { elicitation: {} },
      ask: undefined,
      mayAnswer: true,
      conversation: undefined,
    });
    expect(headers).toEqual({ 'mcp-param-region': 'eu' });
  });

  it('is cancelled when its client disconnects', async () => {
    const waiting = front.core.waiting();
    const opened = openRequest(front.url, call('wait', { n: 1 })).catch(() => undefined);
    await waiting;
    front.server.closeAllConnections();
    await opened;
    await settle();
    expect(front.core.cancelled).toEqual([1]);
  });

  it('is not cancelled by its own end', async () => {
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, call('wait', { n: 1 }));
    await waiting;
    front.core.release();
    await response;
    await settle();
    expect(front.core.cancelled).toEqual([]);
  });

  it('has an aborted signal if its client disconnected before the first use of the signal', async () => {
    const waiting = front.core.waiting();
    const opened = openRequest(front.url, call('wait', { deaf: true })).catch(() => undefined);
    await waiting;
    front.server.closeAllConnections();
    await opened;
    await settle();
    expect(front.core.callers[0]?.signal.aborted).toBe(true);
    front.core.release();
  });

  it.each([
    ['fails', 'breaks'],
    ['answers with a value that JSON cannot hold', 'circular'],
  ])('gets an incident number when the core %s', async (_name, tool) => {
    const response = await rawRequest(front.url, call(tool));
    expect(response).toMatchObject({ status: 200, messages: [{ id: 1, error: { code: -32603 } }] });
    expect(response.text).not.toContain('bug');
    expect(front.logged).toEqual(['a request failed inside']);
    expect(front.front.stats().running).toBe(0);
  });
});

describe('arguments in headers', () => {
  const tool = { paramHeaders: [{ header: 'mcp-param-region', path: ['region'] }] } as unknown as CatalogTool;

  it.each([
    ['have to be there', {}, 400],
    ['have to be the same', { 'mcp-param-region': 'us' }, 400],
    ['are there', { 'mcp-param-region': 'eu' }, 200],
    ['are not expected from our own relay', { [RELAY_HEADER]: 'stdio' }, 200],
  ])('%s', async (_name, headers, status) => {
    const front = await serveFront({ catalog: () => ({ toolsByName: new Map([['region', tool]]) }) });
    const response = await rawRequest(front.url, call('region', { region: 'eu' }, headers));
    await front.close();
    expect(response.status).toBe(status);
    if (status === 400) expect(response.messages).toMatchObject([{ id: 1, error: { code: -32020 } }]);
  });
});

describe('subscriptions/listen', () => {
  it('acknowledges first, then sends changes with its id, and a result at the end', async () => {
    const front = await serveFront();
    const response = await openRequest(front.url, listen);
    response.setEncoding('utf8');
    let text = '';
    response.on('data', (chunk) => {
      text += chunk;
    });
    await once(response, 'data');
    front.core.changeTools();
    await once(response, 'data');
    const ended = once(response, 'end');
    await front.front.close(0);
    await ended;
    await front.close();
    const mark = { 'io.modelcontextprotocol/subscriptionId': 1 };
    expect([...text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json))).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true }, _meta: mark },
      },
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: mark } },
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          resultType: 'complete',
          _meta: { ...mark, 'io.modelcontextprotocol/serverInfo': { name: 'toolmark', version: '0.1.0' } },
        },
      },
    ]);
    expect(front.core.listens.size).toBe(0);
  });

  it('ends with its client, and leaves no timer behind', async () => {
    const clock = createFakeClock();
    const front = await serveFront({ clock });
    const response = await openRequest(front.url, listen);
    expect([front.front.stats().subscriptions, clock.pending()]).toEqual([1, 1]);
    await once(response, 'data');
    const kept = once(response, 'data');
    await clock.advance(KEEP_ALIVE_MS);
    expect(String(await kept)).toBe(': keepalive\n\n');
    response.destroy();
    await expect.poll(() => front.core.listens.size).toBe(0);
    expect([front.front.stats().subscriptions, clock.pending()]).toEqual([0, 0]);
    await front.close();
  });

  it('is refused beyond the limit of a principal, and accepted again when one ends', async () => {
    const front = await serveFront();
    const as = (principal: string) => ({ ...listen, headers: { ...listen.headers, 'x-principal': principal } });
    const open = [];
    for (let n = 0; n < MAX_SUBSCRIPTIONS; n++) open.push(await openRequest(front.url, as('ada')));
    expect(await rawRequest(front.url, as('ada'))).toMatchObject({
      status: 200,
      messages: [{ id: 1, error: { code: -32603, message: 'Subscription limit reached' } }],
    });
    open.push(await openRequest(front.url, as('bob')));
    open[0]?.destroy();
    await expect.poll(() => front.front.stats().subscriptions).toBe(MAX_SUBSCRIPTIONS);
    const again = await openRequest(front.url, as('ada'));
    expect(again.headers['content-type']).toBe('text/event-stream');
    for (const response of [...open, again]) response.destroy();
    await front.close();
  });

  it('is closed when its client does not read, so that unread bytes stay bounded', async () => {
    const core = createFakeCore();
    const front = await serveFront({ core });
    const response = await openRequest(front.url, listen);
    response.pause();
    await expect.poll(() => core.listens.size).toBe(1);
    const params = { filler: 'x'.repeat(64 * 1024) };
    // More than the socket buffers and ours can hold.
    for (let n = 0; n < 200 && core.listens.size > 0; n++) {
      for (const push of core.listens) push('notifications/tools/list_changed', params);
      await settle();
    }
    expect(core.listens.size).toBe(0);
    response.on('error', () => {}).destroy();
    await front.close();
  });
});

describe('a client that does not read', () => {
  it('loses notifications beyond the limit of unread bytes, but gets its answer', async () => {
    const front = await serveFront();
    const size = 64 * 1024;
    const steps = 400;
    const response = await openRequest(front.url, call('progress', { steps, size }));
    await settle();
    const { dropped } = front.front.stats();
    expect(dropped).toBeGreaterThan(0);
    response.setEncoding('utf8');
    let text = '';
    for await (const chunk of response) text += chunk;
    const count = text.split('event: message').length - 1;
    expect(count).toBe(steps - dropped + 1);
    expect((count - 1) * size).toBeLessThan(MAX_UNREAD_BYTES + 8 * 1024 * 1024);
    expect(text.slice(text.lastIndexOf('data: '))).toContain(
      '"id":1,"result":{"content":[{"type":"text","text":"done"}]',
    );
    await front.close();
  });
});

describe('stopping', () => {
  it('lets requests under way finish, and refuses new ones', async () => {
    const front = await serveFront();
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, call('wait'));
    await waiting;
    const closed = front.front.close(60_000);
    const refused = await rawRequest(front.url, call('echo'));
    expect(refused).toMatchObject({ status: 503, messages: [{ error: { code: -32066 } }] });
    expect((await rawRequest(front.url, { method: 'GET' })).status).toBe(503);
    front.core.release();
    await closed;
    expect((await response).text).toContain('released');
    await front.close();
  });

  it('answers requests that take longer with an error', async () => {
    const clock = createFakeClock();
    const front = await serveFront({ clock });
    const waiting = front.core.waiting();
    const response = rawRequest(front.url, call('wait', { n: 1 }));
    await waiting;
    const closed = front.front.close(5_000);
    await clock.advance(5_000);
    await closed;
    expect(await response).toMatchObject({ status: 503, messages: [{ id: 1, error: { code: -32066 } }] });
    expect(front.core.cancelled).toEqual([1]);
    await front.close();
  });
});
