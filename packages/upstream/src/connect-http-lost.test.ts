import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  event,
  legacyHandler,
  listenRaw,
  modernHandler,
  sendJson,
  stream,
  text,
} from './wire/fixtures/http-servers.ts';
import { callTool, open, textOf, urlTarget } from './wire/fixtures/open.ts';

describe('a lost HTTP connection', () => {
  it.each(['refused', 'unauthorized'])('does not drop calls in progress (%s)', async (why) => {
    const { promise: slow, resolve: onSlow } = Promise.withResolvers<ServerResponse>();
    let slowId: unknown;
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        const { name } = (body?.['params'] ?? {}) as { name: string };
        if (name === 'slow') {
          slowId = body?.['id'];
          onSlow(response);
        } else response.writeHead(401).end();
      }),
    );
    const { connection } = await open(urlTarget(server.url));
    const pending = callTool({ connection }, 'slow');
    const response = await slow;
    if (why === 'refused') server.refuse();
    // The first call may use a socket that is being closed.
    const codes = [await callTool({ connection }, 'fast'), await callTool({ connection }, 'fast')];
    expect(codes.at(-1)).toMatchObject({ error: { code: -32061 } });
    expect(await connection.closed).toMatch(/^(cannot be reached|does not accept the credentials)/);
    const drained = connection.draining?.();
    expect(drained).toBeInstanceOf(Promise);
    expect(await callTool({ connection }, 'fast')).toMatchObject({ error: { code: -32061 } });
    sendJson(response, { id: slowId, result: text('in the end') });
    expect(textOf(await pending)).toBe('in the end');
    await drained;
    expect(connection.draining?.()).toBeUndefined();
  });

  it('ends calls in progress when it is closed', async () => {
    const server = await listenRaw(
      modernHandler(({ body }, response) => {
        const { name } = (body?.['params'] ?? {}) as { name: string };
        if (name !== 'slow') response.writeHead(401).end();
      }),
    );
    const { connection } = await open(urlTarget(server.url));
    const pending = callTool({ connection }, 'slow');
    await server.heard(({ body }) => JSON.stringify(body).includes('slow'));
    await callTool({ connection }, 'fast');
    await connection.close();
    expect(await pending).toMatchObject({ error: { code: -32063 } });
    expect(connection.draining?.()).toBeUndefined();
  });

  it.each([404, 400])('includes one whose GET stream the server no longer knows (HTTP %i)', async (status) => {
    let streams = 0;
    const server = await listenRaw(
      legacyHandler(
        () => {},
        ({ method }, response) => {
          if (method !== 'GET' || streams++ > 0) response.writeHead(status).end();
          else stream(response).end('retry: 20\n\n');
        },
      ),
    );
    const { connection } = await open(urlTarget(server.url));
    expect(await connection.closed).toBe(`ended the session (HTTP ${status})`);
  });

  it.each([404, 405])('excludes one that never had a GET stream (HTTP %i)', async (status) => {
    const server = await listenRaw(
      legacyHandler(
        ({ body }, response) => sendJson(response, { id: body?.['id'], result: text('ok') }),
        (_, response) => response.writeHead(status).end(),
      ),
    );
    const opened = await open(urlTarget(server.url));
    expect(textOf(await callTool(opened, 'x'))).toBe('ok');
  });

  it('reports a call as started when its stream cannot be resumed', async () => {
    const server = await listenRaw(
      legacyHandler(
        (_, response) => stream(response).end('retry: 20\nid: event-7\ndata:\n\n'),
        ({ headers }, response) => response.writeHead(headers['last-event-id'] === undefined ? 405 : 404).end(),
      ),
    );
    const opened = await open(urlTarget(server.url));
    expect(await callTool(opened, 'x')).toMatchObject({
      error: { code: -32063, message: 'The server ended the session (HTTP 404).' },
    });
  });
});

describe('a call over HTTP+SSE', () => {
  it('may leave its POST unanswered until the result arrives, next to many others', async () => {
    const CALLS = 20;
    const answers: (() => void)[] = [];
    let say: (message: Parameters<typeof event>[0]) => void = () => {};
    const server = await listenRaw(({ method, body }, response) => {
      if (method === 'GET') {
        stream(response).write('event: endpoint\ndata: /messages\n\n');
        say = (message) => void response.write(event(message));
        return;
      }
      const id = body?.['id'];
      if (body?.['method'] === 'initialize') {
        const capabilities = { tools: {} };
        say({ id, result: { protocolVersion: '2024-11-05', capabilities, serverInfo: { name: 'x', version: '1' } } });
      }
      if (body?.['method'] === 'tools/call') {
        answers.push(() => {
          say({ id, result: text('ok') });
          response.writeHead(202).end();
        });
        say({ id: `q${answers.length}`, method: 'roots/list' });
        return;
      }
      response.writeHead(202).end();
      if (body?.['method'] === undefined) answers.shift()?.();
    });
    const opened = await open(urlTarget(server.url, { transport: 'sse' }));
    const replies = await Promise.all(Array.from({ length: CALLS }, () => callTool(opened, 'x')));
    expect(replies.map(textOf)).toEqual(replies.map(() => 'ok'));
  });
});
