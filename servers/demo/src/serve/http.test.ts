import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { createPlayground } from '../fixtures/playground.ts';
import { createClient, type Era } from '../fixtures/wires.ts';
import { startHttp } from './http.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];

describe('startHttp', () => {
  it('listens on this machine only', async () => {
    await using playground = await createPlayground();
    const http = await startHttp(playground.store, { port: 0 });
    expect(http.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    await http.close();
  });

  it('serves both eras at one address, on one store', async () => {
    await using playground = await createPlayground();
    const http = await startHttp(playground.store, { port: 0 });
    for (const era of ERAS) {
      const client = createClient(era);
      await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
      await client.callTool({ name: 'append_to_note', arguments: { id: 'welcome', text: era } });
      await client.close();
    }
    await http.close();
    expect(await playground.store.notes.read('welcome')).toMatchObject({
      text: expect.stringMatching(/\nlegacy\nmodern$/),
      version: 3,
    });
  });

  it.each(ERAS)('closes in time during a %s call, which then ends', async (era) => {
    await using playground = await createPlayground();
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const wait = async (_: number, signal: AbortSignal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped.resolve();
      throw signal.reason;
    };
    const http = await startHttp(playground.store, { port: 0, wait });
    const client = createClient(era);
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
    const call = client.callTool({ name: 'export_notes' }, { onprogress: () => {} }).catch((error: unknown) => error);
    await started.promise;
    await http.close();
    await stopped.promise;
    await client.close();
    expect(await call).toBeInstanceOf(Error);
    expect((await playground.store.files.list()).filter(({ path }) => path.startsWith('exports/'))).toEqual([]);
  });

  it('notifies subscribed clients when it closes', async () => {
    await using playground = await createPlayground();
    const http = await startHttp(playground.store, { port: 0 });
    const client = createClient('modern');
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
    const subscription = await client.listen({ resourcesListChanged: true });
    await http.close();
    expect(await subscription.closed).toBe('graceful');
    await client.close();
  });

  it('reports that the port is in use', async () => {
    await using playground = await createPlayground();
    const first = await startHttp(playground.store, { port: 0 });
    const port = Number(new URL(first.url).port);
    await expect(startHttp(playground.store, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const open = vi.fn(async () => playground.store);
    await expect(startHttp(open, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(open).not.toHaveBeenCalled();
    await first.close();
  });

  it('lets early clients wait until the store is open', async () => {
    await using playground = await createPlayground();
    const port = await freePort();
    const client = createClient('modern');
    const early = Promise.withResolvers<void>();
    const http = await startHttp(
      async () => {
        client
          .connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
          .then(early.resolve, early.reject);
        await new Promise((resolve) => setImmediate(resolve));
        return playground.store;
      },
      { port },
    );
    await early.promise;
    expect((await client.listTools()).tools).toHaveLength(15);
    await client.close();
    await http.close();
  });

  it('releases the port if the store cannot be opened', async () => {
    await using playground = await createPlayground();
    const port = await freePort();
    const open = () => Promise.reject(new Error('no directory'));
    await expect(startHttp(open, { port })).rejects.toThrow('no directory');
    const http = await startHttp(playground.store, { port });
    await http.close();
  });
});

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}
