import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { admit, createGuard } from '../guard/guard.ts';
import { aCatalog, aServer, aTool, BARE } from './fixtures/a-gateway.ts';
import { DEPS } from './fixtures/api.ts';
import { createRestListener } from './listener.ts';

describe('the API behind the guard, over a socket', () => {
  it('parses paths like the guard, and keeps the headers set by the guard', async () => {
    const globals = [globalThis.Request, globalThis.Response];
    const rest = createRestListener({
      ...DEPS,
      servers: () => [aServer('notes')],
      catalog: () => aCatalog({ tools: [aTool('notes', BARE)] }),
    });
    const server = createServer((request, response) => {
      const admitted = admit(guard, request, response);
      if (admitted !== undefined) void rest(request, response, admitted);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const guard = createGuard({
      host: '127.0.0.1',
      port,
      allowedHosts: [],
      allowedOrigins: ['https://page.example.com'],
      secrets: undefined,
      ownerFile: '',
      ownerName: 'ada',
    });
    try {
      const base = `http://127.0.0.1:${port}/api/v1`;
      const found = await fetch(`${base}/tools/notes/${encodeURIComponent(BARE.name)}`, {
        headers: { origin: 'https://page.example.com' },
      });
      expect(found.headers.get('access-control-allow-origin')).toBe('https://page.example.com');
      expect(await found.json()).toMatchObject({ name: BARE.name });
      expect((await fetch(`${base}/stats`, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(405);
      expect((await fetch(`${base}/servers`)).status).toBe(200);
      expect([globalThis.Request, globalThis.Response]).toEqual(globals);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
