import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { UrlTarget } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import { answerWith, dualEraHandler, listen, refusingHandler, refusingSseHandler } from './fixtures/http-servers.ts';
import { inspectServer } from './inspect.ts';
import type { InspectOptions } from './inspection.ts';

async function inspect(handler: RequestListener, options: InspectOptions = {}, target: Partial<UrlTarget> = {}) {
  const { url } = await listen(handler);
  return inspectServer({ kind: 'url', url, ...target }, options);
}

const hangUpInTheMiddle: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"jsonrpc":', () => request.socket.destroy());
};

describe('inspectServer with a failing URL', () => {
  it.each<[string, RequestListener, string]>([
    ['wants credentials', answerWith(401, { 'www-authenticate': 'Bearer' }, ''), 'unauthorized'],
    ['wants other credentials', answerWith(403, {}, 'no'), 'unauthorized'],
    ['is a page', answerWith(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>'), 'not-mcp'],
    ['speaks JSON of another kind', answerWith(200, { 'content-type': 'application/json' }, '{"hello":1}'), 'not-mcp'],
    ['speaks broken JSON', answerWith(200, { 'content-type': 'application/json' }, '{"hel'), 'not-mcp'],
    ['ends without an answer', answerWith(200, { 'content-type': 'text/event-stream' }, ''), 'not-mcp'],
    ['is not there', answerWith(404, {}, 'no'), 'not-mcp'],
    ['is broken', answerWith(500, {}, 'no'), 'server-error'],
    ['hangs up', (request) => request.socket.destroy(), 'unreachable'],
    ['hangs up in the middle', hangUpInTheMiddle, 'unreachable'],
    ['hangs', () => {}, 'timeout'],
  ])('reports that the address %s', async (_, handler, code) => {
    expect(await inspect(handler, { timeoutMs: 1_000 })).toMatchObject({ ok: false, error: { code, stderrTail: [] } });
  });

  it.each<[string, RequestListener, UrlTarget['transport'], string]>([
    ['the list', refusingHandler(), 'http', 'tools/list with error -32000 (No);'],
    ['the handshake over SSE', refusingSseHandler(), 'sse', 'the handshake with error -32000 (No);'],
  ])('passes on the message of a server that rejects %s', async (_, handler, transport = 'auto', said) => {
    expect(await inspect(handler, { protocol: 'legacy' }, { transport })).toMatchObject({
      error: { code: 'server-error', message: expect.stringContaining(said) },
    });
  });

  it('reports that a modern server does not support the older protocol', async () => {
    expect(await inspect(dualEraHandler([], { legacy: 'reject' }), { protocol: 'legacy' })).toMatchObject({
      error: { code: 'unsupported-version' },
    });
  });

  it('sends no credentials to another origin', async () => {
    const other = await listen(dualEraHandler([]));
    const location = `${other.url}?key=secret`;
    const inspected = await inspect(
      answerWith(307, { location }, ''),
      {},
      { headers: { Authorization: 'Bearer token' } },
    );
    expect(inspected).toMatchObject({
      error: { code: 'redirected', message: expect.stringContaining(`redirects to ${other.url};`) },
    });
    expect(other.requests).toEqual([]);
  });

  it('stops reading an endless answer', async () => {
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    };
    expect(await inspect(endless, { limits: { messageBytes: 1024 ** 2 } })).toMatchObject({
      error: { code: 'too-large' },
    });
  });

  it('fails if the SSE stream ends before the answer', async () => {
    const inspected = await inspect(
      (request, response) => {
        if (request.method === 'POST') response.writeHead(202).end();
        else
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: endpoint\ndata: /messages\n\n');
      },
      {},
      { transport: 'sse' },
    );
    expect(inspected).toMatchObject({ error: { code: 'unreachable' } });
  });

  it('reports that nothing listens at the address, or nothing that speaks HTTP', async () => {
    const closed = await listen(() => {});
    await closed.close();
    const message = `Could not reach ${closed.url}: the connection was refused; check the address and that the server is running.`;
    const refused = await inspectServer({ kind: 'url', url: `${closed.url}?key=secret` });
    expect(refused).toEqual({ ok: false, error: { code: 'unreachable', message, stderrTail: [] } });

    const ssh = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
    const address = ssh.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await inspectServer({ kind: 'url', url: `http://127.0.0.1:${port}/` })).toMatchObject({
      error: { code: 'not-mcp' },
    });
    ssh.close();
  });

  it.each<[string, Partial<UrlTarget>]>([
    ['no URL', { url: 'secret' }],
    ['a URL of another kind', { url: 'localhost:3000/secret' }],
    ['a header with a line break', { headers: { 'X-Key': 'secret\nsecret' } }],
    ['a header without a name', { headers: { '': 'secret' } }],
  ])('rejects %s without repeating it', async (_, target) => {
    const inspected = await inspectServer({ kind: 'url', url: 'http://localhost/', ...target });
    expect(inspected).toMatchObject({ error: { code: 'bad-target', message: expect.not.stringContaining('secret') } });
  });
});
