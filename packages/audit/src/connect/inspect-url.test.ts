import type { RequestListener } from 'node:http';
import type { UrlTarget } from '@toolmark/reach';
import { describe, expect, it, vi } from 'vitest';
import { DEFINITIONS } from './fixtures/definitions.ts';
import { dualEraHandler, listen, noisyHandler, sessionHandler, sseHandler } from './fixtures/http-servers.ts';
import { inspectServer } from './inspect.ts';
import type { InspectOptions } from './inspection.ts';

async function inspect(handler: RequestListener, options: InspectOptions = {}, target: Partial<UrlTarget> = {}) {
  const { url } = await listen(handler);
  return inspectServer({ kind: 'url', url, ...target }, options);
}

describe('inspectServer with an address', () => {
  const modern = {
    era: 'modern',
    protocolVersion: '2026-07-28',
    transport: 'http',
    server: { name: 'dual', version: '2.0.0' },
  };
  const legacy = { ...modern, era: 'legacy', protocolVersion: '2025-11-25' };
  const old = { ...legacy, server: { name: 'old', version: '1.0.0' } };

  it.each<[string, RequestListener, InspectOptions, Partial<UrlTarget>, object]>([
    ['of both eras', dualEraHandler(DEFINITIONS), {}, {}, modern],
    ['of both eras, told to be modern', dualEraHandler(DEFINITIONS), { protocol: 'modern' }, {}, modern],
    ['of both eras, told to be legacy', dualEraHandler(DEFINITIONS), { protocol: 'legacy' }, {}, legacy],
    ['of the modern era only', dualEraHandler(DEFINITIONS, { legacy: 'reject' }), {}, {}, modern],
    ['with sessions', sessionHandler(DEFINITIONS, () => {}), {}, {}, old],
    ['with SSE only', sseHandler(DEFINITIONS), {}, {}, { ...old, transport: 'sse' }],
    ['with SSE, told so', sseHandler(DEFINITIONS), {}, { transport: 'sse' }, { ...old, transport: 'sse' }],
  ])('reads the tools of a server %s exactly as it sends them', async (_, handler, options, target, expected) => {
    const inspected = await inspect(handler, options, target);
    // The SDK's modern server leaves this member out, which the inspection ignores.
    const sent =
      'era' in expected && expected.era === 'modern' ? DEFINITIONS.map(({ execution, ...tool }) => tool) : DEFINITIONS;
    const value = { ...expected, tools: sent, pages: 1, problems: [], durationMs: expect.any(Number) };
    expect(inspected).toEqual({ ok: true, value });
  });

  it('ends the session that a server opened for it', async () => {
    const onEnd = vi.fn();
    await inspect(sessionHandler([], onEnd));
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it.each([
    ['http', dualEraHandler(DEFINITIONS)],
    ['sse', sseHandler(DEFINITIONS)],
  ] as const)('sends the headers with every request over %s', async (_, handler) => {
    const server = await listen(handler);
    await inspectServer({ kind: 'url', url: server.url, headers: { Authorization: 'Bearer token', 'X-Team': 'a' } });
    expect(server.requests.length).toBeGreaterThan(1);
    for (const { headers } of server.requests)
      expect(headers).toMatchObject({ authorization: 'Bearer token', 'x-team': 'a' });
  });

  it("sends the URL's userinfo as basic authentication", async () => {
    const server = await listen(dualEraHandler([]));
    await inspectServer({ kind: 'url', url: server.url.replace('//', '//me:p%40ss@') });
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it('follows a redirect within the origin', async () => {
    const handler = dualEraHandler([{ name: 'a' }]);
    const inspected = await inspect((request, response) =>
      request.url === '/mcp' ? response.writeHead(307, { location: '/moved' }).end() : handler(request, response),
    );
    expect(inspected).toMatchObject({ ok: true, value: { tools: [{ name: 'a' }] } });
  });

  it('retries without the probe if the server fails on the probe', async () => {
    const handler = sessionHandler([{ name: 'a' }], () => {});
    const inspected = await inspect((request, response) =>
      request.headers['mcp-method'] === 'server/discover' ? response.writeHead(500).end() : handler(request, response),
    );
    expect(inspected).toMatchObject({ ok: true, value: { era: 'legacy', problems: [{ kind: 'probe-intolerant' }] } });
  });

  it('limits each event of a stream separately', async () => {
    const tools = [{ name: 'a', description: 'x'.repeat(3_000) }];
    const limits = { messageBytes: JSON.stringify(tools).length + 100 };
    expect(await inspect(sseHandler(tools), { limits })).toMatchObject({ ok: true, value: { tools } });
  });

  it('skips non-messages on a stream', async () => {
    expect(await inspect(noisyHandler([{ name: 'a' }]), { protocol: 'legacy' })).toMatchObject({
      ok: true,
      value: { tools: [{ name: 'a' }], problems: [{ kind: 'invalid-message', count: 4 }] },
    });
  });
});
