import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connect, textOf } from './fixtures/clients.ts';
import { startGateway } from './fixtures/gateway.ts';

const UNRULY = fileURLToPath(new URL('./fixtures/unruly-server.mjs', import.meta.url));

describe('a large number', () => {
  it('of fifty servers is served', async () => {
    const servers = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `s${index}`,
        { command: process.execPath, args: [UNRULY, '--tools', '20'] },
      ]),
    );
    const gateway = await startGateway({ servers });
    await expect
      .poll(async () => (await gateway.api('/api/v1/tools?limit=1')).body, { timeout: 90_000, interval: 500 })
      .toMatchObject({ total: 50 * 30 });
    const client = await connect(gateway);
    const { tools } = await client.listTools();
    expect(new Set(tools.map(({ name }) => name)).size).toBe(1_500);
    // In the order of the config, whichever was ready first.
    expect([...new Set(tools.map(({ name }) => name.split('__')[0]))]).toEqual(Object.keys(servers));
    const answers = await Promise.all(
      Object.keys(servers).map((name) => client.callTool({ name: `${name}__echo`, arguments: { name } })),
    );
    expect(answers.map(textOf)).toEqual(Object.keys(servers).map((name) => JSON.stringify({ name })));
  });

  it('of a thousand clients is served, each with its own session of the older era', async () => {
    const gateway = await startGateway({ servers: { one: { command: process.execPath, args: [UNRULY] } } });
    await expect
      .poll(async () => (await gateway.api('/api/v1/tools')).body, { timeout: 20_000 })
      .toMatchObject({ total: 10 });
    const post = async (body: object, session?: string) => {
      const response = await fetch(gateway.mcpUrl, {
        method: 'POST',
        headers: {
          ...gateway.headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
          ...(session !== undefined && { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
      return { session: response.headers.get('mcp-session-id') ?? session, text: await response.text() };
    };
    const one = async (index: number) => {
      const { session } = await post({
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: `c${index}`, version: '1' } },
      });
      await post({ method: 'notifications/initialized' }, session);
      const params = { name: 'one__echo', arguments: { index } };
      const { text } = await post({ id: 1, method: 'tools/call', params }, session);
      return { session, isOwn: text.includes(`{\\"index\\":${index}}`) };
    };
    const clients = await Promise.all(Array.from({ length: 1_000 }, (_, index) => one(index)));
    expect(clients.filter(({ isOwn }) => !isOwn)).toEqual([]);
    expect(new Set(clients.map(({ session }) => session)).size).toBe(1_000);
  });
});
