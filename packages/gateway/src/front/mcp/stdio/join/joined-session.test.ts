import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../../../base/src/fixtures/fake-clock.ts';
import { createPipes } from '../../fixtures/pipes.ts';
import { INITIALIZE } from '../../fixtures/requests.ts';
import { serve } from '../../fixtures/serve.ts';
import { joinGateway } from './join-gateway.ts';

describe('the stream for messages that belong to no request', () => {
  it.each([
    ['is opened again after trouble, less and less often', [503, 500, 409, 200], [2_000, 4_000, 8_000, 1_000]],
    ['is not opened again after a refusal', [405], []],
  ])('%s', async (_name, statuses, pauses) => {
    const clock = createFakeClock();
    const heard: string[] = [];
    const gateway = await serve((req, res) => {
      heard.push(req.method ?? '');
      if (req.method === 'POST') {
        const text = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}';
        res.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's' }).end(text);
      } else res.writeHead(statuses[gets() - 1] ?? 200, { 'content-type': 'text/event-stream' }).end();
    });
    const gets = (): number => heard.filter((method) => method === 'GET').length;
    const { stdin, stdout, stderr, send, next } = createPipes();
    const place = { url: gateway.url.href, token: undefined };
    const { signal } = new AbortController();
    const joined = joinGateway({
      ...place,
      locate: async () => place,
      clock,
      signal,
      drainMs: 1,
      stdin,
      stdout,
      stderr,
    });
    send(INITIALIZE);
    await next();
    for (const [n, ms] of pauses.entries()) {
      await expect.poll(() => [gets(), clock.pending()]).toEqual([n + 1, 1]);
      await clock.advance(ms - 1);
      expect(gets()).toBe(n + 1);
      await clock.advance(1);
    }
    await expect.poll(gets).toBe(pauses.length + 1);
    await settle();
    stdin.end();
    await joined;
    expect(clock.pending()).toBe(0);
    await gateway.close();
  });
});
