import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { isUnsent } from './own-error.ts';
import {
  dualEraHandler,
  event,
  legacyHandler,
  listen,
  listenRaw,
  modernHandler,
  oldLineHandler,
  sendJson,
  sessionHandler,
  sseHandler,
  stream,
  text,
} from './wire/fixtures/http-servers.ts';
import { attempt, callTool, open, PATIENT, textOf, urlTarget } from './wire/fixtures/open.ts';

const LEGACY = { era: 'legacy', protocolVersion: '2025-11-25' };
const MODERN = { era: 'modern', protocolVersion: '2026-07-28' };
const SDK = { serverInfo: { name: 'sdk', version: '2' } };
const OLD = { serverInfo: { name: 'old', version: '1' } };

describe('openConnection over HTTP', () => {
  it.each([
    ['the current SDK', dualEraHandler, {}, { ...MODERN, ...SDK, transport: 'http' }],
    [
      'the current SDK in the older era',
      dualEraHandler,
      { protocol: 'legacy' },
      { ...LEGACY, ...SDK, transport: 'http' },
    ],
    ['the current SDK with sessions', sessionHandler, {}, { ...LEGACY, ...SDK, transport: 'http' }],
    ['the older SDK with sessions', oldLineHandler, {}, { ...LEGACY, ...OLD, transport: 'http' }],
    ['HTTP+SSE', sseHandler, {}, { ...LEGACY, ...OLD, transport: 'sse' }],
    [
      'HTTP+SSE, remembered',
      sseHandler,
      { remembered: { era: 'legacy', transport: 'sse' } },
      { ...OLD, transport: 'sse' },
    ],
    [
      'an outdated verdict',
      oldLineHandler,
      { remembered: { era: 'legacy', transport: 'sse' } },
      { ...OLD, transport: 'http' },
    ],
  ] as const)('agrees with %s', async (_, handler, options, expected) => {
    const server = await listen(handler());
    const { connection } = await open(urlTarget(server.url), options);
    expect(connection).toMatchObject(expected);
    expect(textOf(await callTool({ connection }, 'echo', { word: 'grüße' }))).toBe('grüße');
  });

  it('uses HTTP+SSE directly when configured', async () => {
    const server = await listen(sseHandler());
    const { connection } = await open(urlTarget(server.url, { transport: 'sse' }));
    expect(connection.transport).toBe('sse');
  });

  it('sends notifications/initialized before anything else', async () => {
    const server = await listenRaw(
      legacyHandler(({ body }, response) => sendJson(response, { id: body?.['id'], result: {} })),
    );
    const { connection } = await open(urlTarget(server.url));
    await connection.request('tools/list', undefined, PATIENT);
    const methods = server.requests.map(({ method, body }) => body?.['method'] ?? method);
    expect(methods.filter((method) => method !== 'GET')).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/list',
    ]);
    expect(server.requests.at(-1)?.headers).toMatchObject({
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
    });
    expect(server.requests.find(({ body }) => body?.['method'] === 'initialize')?.body?.['params']).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} },
      clientInfo: { name: 'test', version: '1' },
    });
  });

  it('does not open before a legacy server has read notifications/initialized', async () => {
    let isTold = false;
    const answer = legacyHandler(() => {});
    const onTold = (response: ServerResponse): void => {
      isTold = true;
      response.writeHead(202).end();
    };
    const server = await listenRaw((request, response) => {
      if (request.body?.['method'] === 'notifications/initialized') setTimeout(onTold, 100, response);
      else answer(request, response);
    });
    await open(urlTarget(server.url));
    expect(isTold).toBe(true);
  });

  it.each([
    ['no URL', () => 'localhost:3000/mcp', /is not an http:\/\/ or https:\/\/ URL/, false],
    [
      'nobody there',
      () => 'http://127.0.0.1:1/mcp',
      /^Could not reach http:\/\/127\.0\.0\.1:1\/mcp: the connection was refused/,
      true,
    ],
  ])('reports %s', async (_, url, message, retryable) => {
    const outcome = await attempt(urlTarget(url()));
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), retryable } });
  });

  it.each([
    [401, {}, /answered HTTP 401 Unauthorized; put credentials that it accepts into the headers/, false],
    [403, {}, /answered HTTP 403 Forbidden; put credentials/, false],
    [404, {}, /answered HTTP 404 Not Found to an MCP request; check the address/, true],
    [503, {}, /answered HTTP 503 Service Unavailable; look into the server's log/, true],
    [200, { 'content-type': 'text/html' }, /with text\/html, so it is not an MCP endpoint/, true],
    [
      307,
      { location: 'https://elsewhere.example/mcp?token=hidden' },
      /redirects to https:\/\/elsewhere\.example\/mcp; use that address/,
      false,
    ],
  ])('reports HTTP %i %j without its credentials', async (status, headers, message, retryable) => {
    const server = await listenRaw((_, response) => response.writeHead(status, headers).end('sesame-open-1'));
    const url = `${server.url}?key=sesame-open-2`;
    const outcome = await attempt(urlTarget(url, { headers: { authorization: 'Bearer sesame-open-1' } }));
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), retryable } });
    expect(JSON.stringify(outcome)).not.toMatch(/sesame|hidden/);
  });

  it('redacts a secret that the server echoes', async () => {
    const server = await listenRaw((_, response) => {
      response.statusMessage = 'No sesame-open-1 here';
      response.writeHead(500).end();
    });
    const target = urlTarget(server.url, { headers: { 'x-key': 'sesame-open-1' } });
    expect(await attempt(target)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('No … here') },
    });
  });

  it('follows redirects within the origin only', async () => {
    const other = await listenRaw((_, response) => response.writeHead(200).end());
    const answer = legacyHandler(({ body }, response) => sendJson(response, { id: body?.['id'], result: {} }));
    const server = await listenRaw((request, response) => {
      if (request.url === '/moved') answer(request, response);
      else response.writeHead(308, { location: '/moved' }).end();
    });
    const { connection } = await open(urlTarget(server.url));
    await connection.request('tools/list', undefined, PATIENT);
    // A permanent redirect, so the old address is not requested again.
    expect(server.requests.filter(({ url }) => url === '/mcp')).toHaveLength(1);

    const away = await listenRaw((_, response) => response.writeHead(307, { location: other.url }).end());
    await attempt(urlTarget(away.url, { headers: { authorization: 'Bearer sesame-open-1' } }));
    expect(other.requests).toEqual([]);
    expect(away.requests.map(({ body }) => body?.['method'])).toEqual(['server/discover', 'initialize']);
  });

  it('closes everything when it is cancelled at the last moment', async () => {
    const controller = new AbortController();
    const answer = legacyHandler(() => {});
    const server = await listenRaw((request, response) => {
      if (request.body?.['method'] === 'notifications/initialized') controller.abort();
      else answer(request, response);
    });
    const outcome = await attempt(urlTarget(server.url), { signal: controller.signal });
    expect(outcome).toMatchObject({ ok: false });
  });

  it('stops when the signal aborts', async () => {
    const server = await listenRaw(() => {});
    const controller = new AbortController();
    const outcome = attempt(urlTarget(server.url), { signal: controller.signal });
    await server.heard(() => true);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining('in time') } });
  });
});

describe('a request over streamable HTTP', () => {
  it('carries the headers of 2026-07-28', async () => {
    const server = await listenRaw(
      modernHandler(({ body }, response) => sendJson(response, { id: body?.['id'], result: text('ok') })),
    );
    const opened = await open(
      urlTarget(server.url, { headers: { 'x-team': 'blue', accept: 'text/plain', 'Accept-Encoding': 'br' } }),
    );
    const headers = { 'mcp-param-region': 'eu', 'x-other': 'no', 'Mcp-Param-Odd': 'line\nbreak' };
    await callTool(opened, 'größe', {}, { headers });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?Z3LDtsOfZQ==?=',
      'mcp-param-region': 'eu',
      'x-team': 'blue',
    });
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('x-other');
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('mcp-param-odd');
  });

  it.each([
    ['2026-07-28', dualEraHandler, {}],
    ['the older era', sessionHandler, {}],
  ])('receives progress and can be cancelled, in %s', async (_, handler, options) => {
    const { promise: isCancelled, resolve } = Promise.withResolvers<void>();
    const server = await listen(handler(resolve));
    const opened = await open(urlTarget(server.url), options);
    const heard: unknown[] = [];
    const onProgress = (params: JsonObject) => heard.push(params['progress']);
    expect(textOf(await callTool(opened, 'steps', {}, { onProgress }))).toBe('done');
    expect(heard).toEqual([1, 2, 3]);

    const controller = new AbortController();
    const { promise: isRunning, resolve: onRunning } = Promise.withResolvers<unknown>();
    const reply = callTool(opened, 'hang', {}, { signal: controller.signal, onProgress: onRunning });
    await isRunning;
    controller.abort();
    expect(await reply).toMatchObject({ kind: 'error', error: { code: -32060 } });
    await isCancelled;
  });

  it('receives questions on its own stream', async () => {
    const server = await listen(sessionHandler());
    const opened = await open(urlTarget(server.url));
    const asked: unknown[] = [];
    const onRequest = async (method: string, params: JsonObject): Promise<RpcReply> => {
      asked.push(method, params['message']);
      return result({ action: 'accept', content: { yes: true } });
    };
    const reply = await callTool(opened, 'ask', {}, { onRequest });
    expect(JSON.parse(textOf(reply))).toEqual([{ action: 'accept', content: { yes: true } }, { action: 'decline' }]);
    expect(asked).toEqual(['elicitation/create', 'Sure?']);
    expect(opened.questions).toMatchObject([{ method: 'elicitation/create', params: { message: 'Sure?' } }]);
  });

  it('receives notifications on its own stream', async () => {
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        const log = event({ method: 'notifications/message', params: { data: 'mine' } });
        stream(response).end(`: comment\n\ndata: rubbish\n\n${log}${event({ id: body?.['id'], result: text('ok') })}`);
      }),
    );
    const opened = await open(urlTarget(server.url));
    const heard: unknown[] = [];
    await callTool(opened, 'x', {}, { onNotification: (notification) => heard.push(notification) });
    expect(heard).toEqual([{ method: 'notifications/message', params: { data: 'mine' } }]);
    expect(opened.notifications).toEqual([]);
    expect(opened.connection.warnings?.()).toEqual(['The server sent a message that is not JSON-RPC; it was ignored.']);
  });

  it('is resumed after a broken stream, with the delay the server asks for', async () => {
    let id: unknown;
    const server = await listenRaw(
      legacyHandler(
        ({ body }, response) => {
          id = body?.['id'];
          stream(response).end('retry: 20\nid: event-7\ndata:\n\n');
        },
        ({ headers }, response) => {
          if (headers['last-event-id'] === undefined) response.writeHead(405).end();
          else stream(response).end(event({ id, result: text(`after ${headers['last-event-id']}`) }));
        },
      ),
    );
    const opened = await open(urlTarget(server.url));
    expect(textOf(await callTool(opened, 'x'))).toBe('after event-7');
  });

  it('redacts a secret that the server echoes', async () => {
    const server = await listenRaw(
      modernHandler((_, response) => {
        response.statusMessage = 'No sesame-open-1 here';
        response.writeHead(500).end();
      }),
    );
    const opened = await open(urlTarget(server.url, { headers: { 'x-key': 'sesame-open-1' } }));
    expect(await callTool(opened, 'x')).toMatchObject({ error: { message: expect.stringContaining('No … here') } });
  });

  it.each([
    [
      'a stream that ends without an answer',
      (response) => stream(response).end(),
      -32063,
      /ended the stream without an answer/,
    ],
    ['a connection that is cut', (response) => response.destroy(), -32063, /cut the connection off/],
    [
      'a body that is not JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc'),
      -32065,
      /sent an empty answer/,
    ],
    [
      'a body with an unrequested encoding',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync('{"jsonrpc":"2.0","id":2,"result":{}}')),
      -32065,
      /answered in the encoding 'gzip', which it was not asked for; turn compression off\.$/,
    ],
    [
      'an endless stream with an unrequested encoding',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'br' }).write('rubbish'),
      -32065,
      /answered in the encoding 'br'/,
    ],
    ['an empty 202', (response) => response.writeHead(202).end(), -32065, /with no content type/],
    [
      'an error in a 404',
      (response) => sendJson(response, { id: 1, error: { code: -32601, message: 'No such' } }, 404),
      -32601,
      /^No such$/,
    ],
    [
      'an error in a 400',
      (response) => sendJson(response, { id: null, error: { code: -32020, message: 'Odd' } }, 400),
      -32020,
      /^Odd$/,
    ],
    ['a 502', (response) => response.writeHead(502).end('<html>'), -32061, /answered HTTP 502 Bad Gateway/],
  ] as [string, (response: ServerResponse) => void, number, RegExp][])(
    'ends with %s',
    async (_, respond, code, message) => {
      const server = await listenRaw(modernHandler((__, response) => respond(response)));
      const opened = await open(urlTarget(server.url));
      const reply = await callTool(opened, 'x');
      expect(reply).toMatchObject({ kind: 'error', error: { code, message: expect.stringMatching(message) } });
    },
  );

  it.each([
    [404, 'Not Found'],
    [400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID"}}'],
  ])('ends the connection when the session is lost (HTTP %i)', async (status, body) => {
    const server = await listenRaw(legacyHandler((_, response) => response.writeHead(status).end(body)));
    const opened = await open(urlTarget(server.url));
    const reply = await callTool(opened, 'x');
    expect(reply).toMatchObject({
      error: {
        code: -32061,
        message: `The server ended the session (HTTP ${status}) before the request was carried out.`,
      },
    });
    // So that it can be retried on the next connection.
    expect(reply.kind === 'error' && isUnsent(reply.error)).toBe(true);
    expect(await opened.connection.closed).toBe(`ended the session (HTTP ${status})`);
    await opened.connection.close();
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('ends the connection when the server is gone', async () => {
    const server = await listenRaw(modernHandler(() => {}));
    const opened = await open(urlTarget(server.url));
    await server.close();
    expect(await callTool(opened, 'x')).toMatchObject({ error: { code: -32061 } });
    expect(await opened.connection.closed).toBe('cannot be reached: the connection was refused');
  });

  it('can run with many others and return a large result', async () => {
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        const { name } = (body?.['params'] ?? {}) as { name: string };
        if (name === 'big') stream(response).end(event({ id: body?.['id'], result: text('é'.repeat(10_000_000)) }));
        else sendJson(response, { id: body?.['id'], result: text(name) });
      }),
    );
    const opened = await open(urlTarget(server.url));
    const names = Array.from({ length: 500 }, (_, index) => `tool ${index}`);
    const replies = await Promise.all(names.map((name) => callTool(opened, name)));
    expect(replies.map(textOf)).toEqual(names);
    const answer = { bytes: 64 * 1024 * 1024, values: 100_000 };
    expect(textOf(await callTool(opened, 'big', {}, { answer }))).toHaveLength(10_000_000);
    expect(await callTool(opened, 'big')).toMatchObject({
      error: { code: -32065, message: expect.stringContaining('more than 8388608 bytes') },
    });
  });

  it.each([
    ['body', (response, message) => response.writeHead(200, { 'content-type': 'application/json' }).end(message)],
    ['event', (response, message) => stream(response).end(`data: ${message}\n\n`)],
  ] as [string, (response: ServerResponse, message: string) => void][])(
    'rejects a %s above the message limit',
    async (_, respond) => {
      const large = 'x'.repeat(65 * 1024 * 1024);
      const server = await listenRaw(
        modernHandler(({ body }, response) =>
          respond(response, JSON.stringify({ id: body?.['id'], result: { large } })),
        ),
      );
      const opened = await open(urlTarget(server.url));
      const message = 'The server sent a message of more than 64 MiB.';
      expect(await callTool(opened, 'x')).toMatchObject({ error: { code: -32065, message } });
    },
  );

  it('frees its socket when the server leaves the stream open', async () => {
    const { promise: isFree, resolve } = Promise.withResolvers<void>();
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        response.on('close', resolve);
        stream(response).write(event({ id: body?.['id'], result: text('ok') }));
      }),
    );
    const opened = await open(urlTarget(server.url));
    await callTool(opened, 'x');
    await isFree;
  });
});

describe('unsolicited messages over HTTP', () => {
  it('arrive on the GET stream of a legacy server, which is resumed after a break', async () => {
    let streams = 0;
    const server = await listenRaw(
      legacyHandler(
        () => {},
        ({ method }, response) => {
          if (method !== 'GET') return void response.writeHead(200).end();
          streams++;
          const log = event(
            { method: 'notifications/message', params: { data: `stream ${streams}` } },
            `event-${streams}`,
          );
          if (streams === 1) stream(response).end(`retry: 20\n${log}`);
          else stream(response).write(log);
        },
      ),
    );
    const opened = await open(urlTarget(server.url));
    await opened.heard('stream 2');
    const gets = server.requests.filter(({ method }) => method === 'GET');
    expect(gets.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'event-1']);
    await opened.connection.close();
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
    expect(await opened.connection.closed).toBe('was disconnected');
  });

  it('are not missed, because the GET stream opens before the connection counts as open', async () => {
    let isOpen = false;
    const onGet = (response: ServerResponse): void => {
      isOpen = true;
      stream(response).flushHeaders();
    };
    const server = await listenRaw(
      legacyHandler(
        () => {},
        ({ method }, response) => {
          if (method === 'GET') setTimeout(onGet, 100, response);
          else response.writeHead(200).end();
        },
      ),
    );
    await open(urlTarget(server.url));
    expect(isOpen).toBe(true);
  });

  it('arrive on a subscription stream, which is reopened after a break', async () => {
    let streams = 0;
    const server = await listenRaw(
      modernHandler((_, response) => {
        streams++;
        stream(response).write(event({ method: 'notifications/tools/list_changed', params: { n: streams } }));
        if (streams === 1) response.end();
      }),
    );
    const opened = await open(urlTarget(server.url));
    opened.connection.listen({ toolsListChanged: true });
    await opened.heard('"n":2');
    expect(server.requests.at(-1)?.body).toMatchObject({
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true } },
    });
  });

  it('cause a refetch after a gap in a subscription', async () => {
    let streams = 0;
    const server = await listenRaw(
      modernHandler((_, response) => {
        streams++;
        stream(response).write(event({ method: 'notifications/subscriptions/acknowledged', params: {} }));
        if (streams === 1) response.end();
      }),
    );
    const opened = await open(urlTarget(server.url));
    opened.connection.listen({ toolsListChanged: true, promptsListChanged: false });
    await opened.heard('notifications/tools/list_changed');
    expect(opened.notifications).toEqual([{ method: 'notifications/tools/list_changed' }]);
  });

  it('cause a refetch after a gap in a GET stream without replay', async () => {
    let streams = 0;
    const server = await listenRaw(
      legacyHandler(
        () => {},
        ({ method }, response) => {
          if (method !== 'GET') return void response.writeHead(200).end();
          streams++;
          stream(response).write('retry: 20\n\n');
          if (streams === 1) response.end();
        },
      ),
    );
    const opened = await open(urlTarget(server.url));
    await opened.heard('notifications/resources/list_changed');
    expect(opened.notifications.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ]);
  });

  it('replace a subscription by the next one, and close the last', async () => {
    const closed: string[] = [];
    const { promise: isDone, resolve } = Promise.withResolvers<void>();
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        const filter = JSON.stringify(((body?.['params'] ?? {}) as JsonObject)['notifications']);
        stream(response).write(event({ method: 'notifications/tools/list_changed', params: { filter } }));
        response.on('close', () => closed.push(filter) === 2 && resolve());
      }),
    );
    const opened = await open(urlTarget(server.url));
    opened.connection.listen({ toolsListChanged: true });
    await opened.heard('toolsListChanged');
    opened.connection.listen({ promptsListChanged: true });
    await opened.heard('promptsListChanged');
    await opened.connection.close();
    await isDone;
    expect(closed).toEqual(['{"toolsListChanged":true}', '{"promptsListChanged":true}']);
  });
});

describe('a connection over HTTP+SSE', () => {
  it('ends with its stream', async () => {
    let end: () => void = () => {};
    const server = await listen(
      sseHandler((response) => {
        end = () => void response.destroy();
      }),
    );
    const opened = await open(urlTarget(server.url));
    end();
    expect(await opened.connection.closed).toBe('closed the connection');
  });

  it('does not post messages to another origin', async () => {
    const server = await listenRaw(({ method }, response) => {
      if (method === 'GET') stream(response).write('event: endpoint\ndata: https://elsewhere.example/messages\n\n');
      else response.writeHead(404).end();
    });
    const outcome = await attempt(urlTarget(server.url, { transport: 'sse' }));
    expect(outcome).toMatchObject({
      error: { message: expect.stringContaining('names another origin'), retryable: false },
    });
  });

  it('answers a request whose POST was refused', async () => {
    const server = await listenRaw(({ method, body }, response) => {
      if (method === 'GET') stream(response).write('event: endpoint\ndata: /messages\n\n');
      else sendJson(response, { id: body?.['id'], error: { code: -32000, message: 'No.' } }, 400);
    });
    const outcome = await attempt(urlTarget(server.url, { transport: 'sse' }));
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('error -32000 (No)') } });
  });
});
