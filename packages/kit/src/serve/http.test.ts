import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createServerV2 } from '../fixtures/notes.ts';
import { type HttpOptions, type HttpServer, serveHttp } from './http.ts';
import { createToken, requireToken } from './token.ts';

const TOKEN = createToken();
const guards = [requireToken(TOKEN, 'notes')];
const authorization = `Bearer ${TOKEN}`;

async function serveNotes(options: Partial<HttpOptions> = {}): Promise<HttpServer & AsyncDisposable> {
  const http = await serveHttp(createServerV2, { port: 0, maxBodyBytes: 1000, guards, ...options });
  return { ...http, [Symbol.asyncDispose]: http.close };
}

describe('serveHttp', () => {
  it.each(['auto', 'legacy'] as const)('serves local callers that have the token (%s)', async (mode) => {
    await using http = await serveNotes();
    expect(http.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_notes', 'delete_note']);
    await client.close();
  });

  it.each([
    ['a foreign host', { authorization, host: 'evil.example' }, '/mcp', 403],
    ['a name that points here', { authorization, host: 'evil.example:80' }, '/mcp', 403],
    ['a foreign page', { authorization, origin: 'https://evil.example' }, '/mcp', 403],
    ['a page from nowhere', { authorization, origin: 'null' }, '/mcp', 403],
    ['who has no token', {}, '/mcp', 401],
    ['who has another token', { authorization: `Bearer ${createToken()}` }, '/mcp', 401],
    ['another way to show it', { authorization: `Basic ${TOKEN}` }, '/mcp', 401],
    ['another path', { authorization }, '/', 404],
    ['something like the path', { authorization }, '/mcp/x', 404],
    ['too much', { authorization, 'content-length': '1001' }, '/mcp', 413],
  ])('rejects %s', async (_, headers, path, status) => {
    await using http = await serveNotes();
    expect(await post(new URL(path, http.url), headers)).toBe(status);
  });

  it('answers other paths by their route, without a token', async () => {
    const errors: string[] = [];
    const routes: HttpOptions['routes'] = {
      '/health/live': (_, response) => void response.writeHead(200).end('alive'),
      '/broken': async () => {
        throw new Error('It broke.');
      },
    };
    await using http = await serveNotes({ routes, onError: ({ message }) => errors.push(message) });
    const live = await fetch(new URL('/health/live?x', http.url));
    expect([live.status, await live.text()]).toEqual([200, 'alive']);
    expect((await fetch(new URL('/broken', http.url))).status).toBe(500);
    expect(errors).toEqual(['It broke.']);
    expect(await post(new URL('/health/live', http.url), { host: 'evil.example' })).toBe(403);
    expect(await post(new URL('/health', http.url), {})).toBe(401);
    expect(await post(new URL('/mcp', http.url), {})).toBe(401);
  });

  it('accepts requests from a proxy under a configured host name', async () => {
    await using http = await serveNotes({ hosts: ['notes.example'] });
    expect(await post(new URL('/', http.url), { authorization, host: 'notes.example' })).toBe(404);
    expect(await post(new URL('/', http.url), { authorization, host: 'notes.example.evil' })).toBe(403);
  });

  it('passes the authenticated caller to the tools, and rejects others', async () => {
    const seen: unknown[] = [];
    const http = await serveHttp(
      ({ authInfo }) => {
        seen.push(authInfo?.clientId);
        return createServerV2();
      },
      {
        port: 0,
        maxBodyBytes: 1000,
        authenticate: async ({ headers }, response) => {
          if (headers.authorization === authorization) return { token: TOKEN, clientId: 'ada', scopes: [] };
          if (headers.authorization === 'broken') throw new Error('It broke.');
          response.writeHead(401).end();
          return undefined;
        },
      },
    );
    await using _closing = { [Symbol.asyncDispose]: http.close };
    expect(await post(new URL(http.url), {})).toBe(401);
    expect(await post(new URL(http.url), { authorization: 'broken' })).toBe(500);
    expect(seen).toEqual([]);
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit }));
    await client.listTools();
    await client.close();
    expect(new Set(seen)).toEqual(new Set(['ada']));
  });

  it('closes in time despite an idle connection', async () => {
    const http = await serveNotes();
    const { port, hostname } = new URL(http.url);
    const socket = connect(Number(port), hostname);
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    socket.resume();
    await http.close();
    await closed;
  });

  it('fails if the port is in use', async () => {
    await using first = await serveNotes();
    const port = Number(new URL(first.url).port);
    await expect(serveNotes({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen' });
  });
});

// fetch does not allow setting Host.
function post(url: URL, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const sent = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    if ('content-length' in headers) sent.flushHeaders();
    else sent.end('{}');
  });
}
