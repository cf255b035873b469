import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGE_HEADERS } from '@toolmark/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageFile, PageFiles } from './page-files.ts';
import { createPageServer, type ServePage } from './serve-page.ts';

const file = (text: string, type: string, isText = true): PageFile => ({
  bytes: Buffer.from(text),
  type,
  hash: `hash-of-${text.length}`,
  isText,
});
const LONG = 'export const x = 1;\n'.repeat(500);
const HTML = '<!doctype html><title>Toolmark</title>';
const FILES: PageFiles = new Map([
  ['/index.html', file(HTML, 'text/html; charset=utf-8')],
  ['/favicon.svg', file('<svg/>', 'image/svg+xml')],
  ['/assets/index-1.js', file(LONG, 'text/javascript; charset=utf-8')],
  ['/assets/ü b.css', file('b{}', 'text/css; charset=utf-8')],
  ['/assets/logo-1.png', file(LONG, 'image/png', false)],
]);

let server: Server;
let serve: ServePage = createPageServer(FILES, 'welcome\n');
beforeAll(async () => {
  server = createServer((incoming, outgoing) => serve(incoming, outgoing, incoming.url?.split('?', 1)[0] ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', method, path, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

describe('the page', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['/', {}, HTML],
    ['/index.html', {}, HTML],
    ['/?x=1', {}, HTML],
    ['/favicon.svg', {}, '<svg/>'],
    ['/assets/index-1.js', {}, LONG],
    ['/assets/index-1.js?v=2', {}, LONG],
    ['/assets/%C3%BC%20b.css', {}, 'b{}'],
    // Routes of the page.
    ['/tool-calls', {}, HTML],
    ['/sessions/4711', {}, HTML],
    ['/tools/notes/', {}, HTML],
    ['/healthz/', {}, HTML],
    ['/tools/notes/files.read', { accept: 'text/html,*/*' }, HTML],
    ['/tools/notes/files.read', { 'sec-fetch-mode': 'navigate' }, HTML],
  ])('serves %s', async (path, headers, content) => {
    const { status, bytes } = await ask(path, headers);
    expect([status, bytes.toString()]).toEqual([200, content]);
  });

  it.each<[string, Readonly<Record<string, string>>?]>([
    ['/assets/index-2.js'],
    ['/assets/index-2.js', { accept: 'text/html', 'sec-fetch-mode': 'navigate' }],
    ['/assets/'],
    ['/assets/nothing'],
    ['/robots.txt'],
    ['/.well-known/oauth-protected-resource/mcp', { accept: 'text/html' }],
    ['/constructor.js'],
    ['/../package.json'],
    ['/assets/../../package.json'],
    ['/%2e%2e/package.json'],
    ['/assets/..%2f..%2fpackage.json'],
    ['/etc/passwd.txt'],
    // Paths of other parts, in any spelling, must not be answered with the page.
    ['/api'],
    ['/API/v1/servers'],
    ['/mcp/x', { accept: 'text/html' }],
    ['/Metrics'],
  ])('returns 404 for %s', async (path, headers = {}) => {
    const { status, headers: answered, bytes } = await ask(path, headers);
    expect([status, bytes.toString()]).toEqual([404, `There is nothing at ${path}. The MCP endpoint is /mcp.\n`]);
    expect(answered).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  });

  it.each(['/', '/assets/index-1.js', '/assets/no.js', '/nothing.txt'])('has security headers at %s', async (path) => {
    expect((await ask(path)).headers).toMatchObject(PAGE_HEADERS);
  });

  it('allows only scripts from its own files', () => {
    const policy = PAGE_HEADERS['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe|\*|https?:|nonce/);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it.each<[string, string]>([
    ['/', 'no-cache'],
    ['/tools', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
    ['/assets/index-1.js', 'public, max-age=31536000, immutable'],
  ])('sets the cache control of %s', async (path, control) => {
    expect((await ask(path)).headers['cache-control']).toBe(control);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    const { status, headers } = await ask('/', {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('answers HEAD like GET, without the content', async () => {
    for (const path of ['/', '/assets/index-1.js', '/assets/no.js']) {
      const [head, whole] = [await ask(path, {}, 'HEAD'), await ask(path)];
      const { date: _one, ...headers } = head.headers;
      expect([head.status, head.bytes.length]).toEqual([whole.status, 0]);
      expect(whole.headers).toMatchObject(headers);
    }
  });
});

describe('sending the page', () => {
  const plain = (bytes: Buffer): string => bytes.toString();
  it.each<[string | undefined, string | undefined, (bytes: Buffer) => string]>([
    ['gzip, deflate, br, zstd', 'br', (bytes) => brotliDecompressSync(bytes).toString()],
    ['gzip', 'gzip', (bytes) => gunzipSync(bytes).toString()],
    ['GZIP;q=0.5', 'gzip', (bytes) => gunzipSync(bytes).toString()],
    ['br;q=0, gzip', 'gzip', (bytes) => gunzipSync(bytes).toString()],
    ['br ; q=0.0,gzip; q=0', undefined, plain],
    ['*', undefined, plain],
    ['', undefined, plain],
    [undefined, undefined, plain],
  ])('with accept-encoding %s', async (accepted, encoding, read) => {
    const { headers, bytes } = await ask(
      '/assets/index-1.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    );
    expect([headers['content-encoding'], headers.vary, read(bytes)]).toEqual([encoding, 'accept-encoding', LONG]);
    expect(headers['content-length']).toBe(String(bytes.length));
    if (encoding !== undefined) expect(bytes.length).toBeLessThan(LONG.length / 10);
  });

  it.each(['/assets/logo-1.png', '/favicon.svg'])(
    '%s uncompressed, because compression would not help',
    async (path) => {
      const { headers } = await ask(path, { 'accept-encoding': 'br' });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  it('not again to a client with the same version', async () => {
    const accept = { 'accept-encoding': 'br' };
    const first = await ask('/assets/index-1.js', accept);
    const { etag = '' } = first.headers;
    const again = await ask('/assets/index-1.js', { ...accept, 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect(again.headers).toMatchObject({ ...PAGE_HEADERS, 'cache-control': first.headers['cache-control'] });
  });

  it.each<[string, number]>([
    ['"hash-of-38"', 304],
    ['W/"hash-of-38"', 304],
    ['"x", "hash-of-38"', 304],
    ['*', 304],
    ['"hash-of-38-br"', 200],
    ['hash-of-38', 200],
    ['"hash-of-3"', 200],
    ['', 200],
  ])('with if-none-match %s: %i', async (known, status) => {
    expect((await ask('/', { 'if-none-match': known })).status).toBe(status);
  });

  it('with a separate tag for each encoding', async () => {
    const tags = ['br', 'gzip', 'identity'].map(
      async (encoding) => (await ask('/assets/index-1.js', { 'accept-encoding': encoding })).headers.etag,
    );
    expect(await Promise.all(tags)).toEqual([
      `"hash-of-${LONG.length}-br"`,
      `"hash-of-${LONG.length}-gzip"`,
      `"hash-of-${LONG.length}"`,
    ]);
  });

  it('to many clients at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ask('/assets/index-1.js', { 'accept-encoding': 'br' })),
    );
    expect(new Set(all.map(({ bytes }) => brotliDecompressSync(bytes).toString()))).toEqual(new Set([LONG]));
  });
});

describe('a page that was not built', () => {
  it('shows instructions at /, and 404 elsewhere', async () => {
    serve = createPageServer(undefined, 'welcome\n');
    const answers = [await ask('/'), await ask('/tools'), await ask('/', {}, 'POST')];
    expect(answers.map(({ status, bytes }) => [status, bytes.toString()])).toEqual([
      [200, 'welcome\n'],
      [404, 'There is nothing at /tools. The MCP endpoint is /mcp.\n'],
      [405, 'Only GET and HEAD are supported here.\n'],
    ]);
    expect(answers[0]?.headers).toMatchObject(PAGE_HEADERS);
  });
});
