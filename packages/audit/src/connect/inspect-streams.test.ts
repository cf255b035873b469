import { PassThrough } from 'node:stream';
import { StdioServerTransport as LegacyStdioTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { StreamsTarget } from '@toolmark/reach';
import { describe, expect, it, vi } from 'vitest';
import { DEFINITIONS } from './fixtures/definitions.ts';
import { legacyServer } from './fixtures/http-servers.ts';
import { inspectServer } from './inspect.ts';

/** Both ends of two pipes. */
function createPipes(close: () => Promise<void> = async () => {}) {
  const [fromServer, toServer] = [new PassThrough(), new PassThrough()];
  const target: StreamsTarget = { kind: 'streams', input: fromServer, output: toServer, close };
  return { fromServer, toServer, target };
}

// Not events.once(), which also listens for errors and would hide a missing error listener.
const closing = (stream: PassThrough) => new Promise((resolve) => stream.on('close', resolve));

describe('inspectServer with streams', () => {
  it('reads the tools of a server of SDK 1.x exactly as it sends them', async () => {
    const { fromServer, toServer, target } = createPipes();
    const server = legacyServer(DEFINITIONS);
    await server.connect(new LegacyStdioTransport(toServer, fromServer));
    const identity = { name: 'old', version: '1.0.0' };
    expect(await inspectServer(target)).toMatchObject({
      ok: true,
      value: { server: identity, era: 'legacy', transport: 'streams', tools: DEFINITIONS, problems: [] },
    });
    await server.close();
  });

  it('reads the tools of a server of SDK 2.x', async () => {
    const { fromServer, toServer, target } = createPipes();
    const handle = serveStdio(
      () => {
        const server = new Server({ name: 'new', version: '2.0.0' }, { capabilities: { tools: {} } });
        server.setRequestHandler('tools/list', async () => ({ tools: DEFINITIONS.slice(1) as never }));
        return server;
      },
      { transport: new StdioServerTransport(toServer, fromServer) },
    );
    expect(await inspectServer(target)).toMatchObject({
      ok: true,
      value: { era: 'modern', transport: 'streams', tools: DEFINITIONS.slice(1), problems: [] },
    });
    await handle.close();
  });

  it('closes them once, stops reading, and handles later errors', async () => {
    const close = vi.fn(async () => {});
    const { fromServer, toServer, target } = createPipes(close);
    await inspectServer(target, { timeoutMs: 300 });
    expect(close).toHaveBeenCalledOnce();
    expect(fromServer.listenerCount('data')).toBe(0);
    // Without an error listener these would crash the process.
    for (const stream of [fromServer, toServer]) stream.destroy(new Error('late'));
    await Promise.all([fromServer, toServer].map(closing));
  });

  it('closes them even if it is cancelled before it starts', async () => {
    const close = vi.fn(async () => {});
    const inspected = await inspectServer(createPipes(close).target, { signal: AbortSignal.abort() });
    expect(inspected).toMatchObject({ error: { code: 'cancelled' } });
    expect(close).toHaveBeenCalledOnce();
  });

  it.each<[string, () => Promise<void>]>([
    ['never ends', () => new Promise(() => {})],
    ['fails', () => Promise.reject(new Error('cannot close'))],
    [
      'throws',
      () => {
        throw new Error('cannot close');
      },
    ],
  ])('returns in time although closing them %s', async (_, close) => {
    const { fromServer, toServer, target } = createPipes(close);
    const server = legacyServer([{ name: 'a' }]);
    await server.connect(new LegacyStdioTransport(toServer, fromServer));
    const started = performance.now();
    expect(await inspectServer(target, { timeoutMs: 1_000 })).toMatchObject({ ok: true });
    expect(performance.now() - started).toBeLessThan(1_000);
    await server.close();
  });

  it('reports that they ended, before or during the inspection', async () => {
    const message =
      "The stream ended before the server had listed its tools; if the server is an older one, set the protocol to 'legacy'.";
    const expected = { ok: false, error: { code: 'exited', message, stderrTail: [] } };
    const ended = createPipes();
    ended.fromServer.destroy();
    await closing(ended.fromServer);
    expect(await inspectServer(ended.target)).toEqual(expected);
    const ending = createPipes();
    ending.toServer.once('data', () => ending.fromServer.end());
    expect(await inspectServer(ending.target)).toEqual(expected);
  });

  it('handles an error on either of them', async () => {
    const { fromServer, toServer, target } = createPipes();
    toServer.once('data', () => {
      toServer.destroy(new Error('broken pipe'));
      fromServer.destroy(new Error('broken pipe'));
    });
    expect(await inspectServer(target)).toMatchObject({ error: { code: 'exited' } });
  });
});
