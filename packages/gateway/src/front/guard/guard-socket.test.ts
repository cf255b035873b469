import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { apiErrorSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALLOWED_HOSTS,
  ALLOWED_ORIGINS,
  fill,
  GUARD_CASES,
  type GuardCase,
  headersOf,
  SECRETS,
} from './fixtures/cases.ts';
import { admit, createGuard, type Guard } from './guard.ts';
import { applyServerLimits, MAX_HEADERS, SERVER_OPTIONS } from './server-options.ts';

const [TOKEN] = SECRETS.clients();
let server: Server;
let guard: Guard;
let port = 0;
/** The admitted requests. */
const admitted: string[] = [];

beforeAll(async () => {
  server = createServer({ ...SERVER_OPTIONS }, (request, response) => {
    if (admit(guard, request, response) === undefined) return;
    admitted.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('served');
  });
  applyServerLimits(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  guard = createGuard({
    host: '127.0.0.1',
    port,
    allowedHosts: ALLOWED_HOSTS,
    allowedOrigins: ALLOWED_ORIGINS,
    secrets: SECRETS,
    ownerFile: '~/.toolmark/owner-token',
    ownerName: 'ada',
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these bytes, and reads until the server closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const send = (given: GuardCase): Promise<string> => {
  const sent = headersOf(given, port).filter(([name]) => name !== 'Connection');
  // Only when the connection ends is the answer complete, so every case asks for that.
  const wanted = (given.headers ?? []).find(([name]) => name === 'Connection')?.[1];
  const connection = wanted === undefined ? 'close' : `${wanted}, close`;
  const lines = [...sent, ['Connection', connection] as const].map(([name, value]) => `${name}: ${value}`);
  return exchange(
    `${given.method ?? 'GET'} ${fill(given.target ?? '/mcp', port)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  );
};

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('over a socket', () => {
  it.each(GUARD_CASES)('$name: $status', async (given) => {
    admitted.length = 0;
    const answer = await send(given);
    expect(statusOf(answer)).toBe(given.status);
    expect(admitted.length).toBe(given.status === 200 ? 1 : 0);
    if (given.status === 200) return;
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    // Node refuses unparsable requests itself, without a body.
    if (body !== '') expect(apiErrorSchema.safeParse(JSON.parse(body)).success).toBe(true);
    if (given.status === 401) expect(head).toMatch(/^www-authenticate: Bearer/im);
  });

  it.each<[string, string, number]>([
    ['HTTP/1.1 without Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n', 400],
    ['an authority', 'GET 127.0.0.1:{port} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n', 400],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n evil.example\r\n\r\n', 400],
    ['a header with a blank before the colon', 'GET /healthz HTTP/1.1\r\nHost : 127.0.0.1:{port}\r\n\r\n', 400],
    [
      'two lengths',
      'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a header larger than the limit for all',
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
    ],
    [
      'one header too many, which is the decisive one',
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n${'X: \r\n'.repeat(MAX_HEADERS - 1)}Origin: null\r\n\r\n`,
      431,
    ],
    [
      'so many headers that the last are cut off',
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n${'X: \r\n'.repeat(MAX_HEADERS + 50)}Origin: null\r\n\r\n`,
      431,
    ],
  ])('%s', async (_case, bytes, status) => {
    admitted.length = 0;
    expect(statusOf(await exchange(fill(bytes, port)))).toBe(status);
    expect(admitted).toEqual([]);
  });

  it('CONNECT is not answered at all', async () => {
    admitted.length = 0;
    expect(await exchange(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toBe('');
    expect(admitted).toEqual([]);
  });

  it('a refused request cannot smuggle in a second one', async () => {
    admitted.length = 0;
    const inner = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
    const outer = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`;
    expect((await exchange(outer)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403']);
    expect(admitted).toEqual([]);
  });

  it('a client that forgot the token keeps its connection', async () => {
    const head = `Host: 127.0.0.1:${port}\r\n`;
    const answers = await exchange(
      `GET /mcp HTTP/1.1\r\n${head}\r\nGET /mcp HTTP/1.1\r\n${head}Authorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('the CORS headers of an allowed page are kept when the handler sets others', async () => {
    const answer = await send({ name: '', headers: [['Origin', 'https://page.example.com']], status: 200 });
    expect(answer).toMatch(/^access-control-allow-origin: https:\/\/page\.example\.com\r$/m);
  });

  it('a preflight is answered without a token', async () => {
    admitted.length = 0;
    const answer = await send({
      name: '',
      method: 'OPTIONS',
      token: null,
      headers: [
        ['Origin', 'https://page.example.com'],
        ['Access-Control-Request-Method', 'POST'],
      ],
      status: 204,
    });
    expect(statusOf(answer)).toBe(204);
    expect(admitted).toEqual([]);
  });
});
