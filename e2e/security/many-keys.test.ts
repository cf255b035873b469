import { describe, expect, it } from 'vitest';
import { callMeanwhile, startAttacked } from './fixtures/hostile.ts';

const COUNT = 800_000;

describe('a message of 800,000 keys', () => {
  it('is refused in a request by an error that names the limit, before any server sees it', async () => {
    const attacked = await startAttacked();
    const members = Array.from({ length: COUNT }, (_unused, at) => `"k\\n${at}":1`).join(',');
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'hostile', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = `"params":{"name":"hostile__echo","_meta":${JSON.stringify(meta)},"arguments":{${members}}}`;
    const sent = fetch(attacked.gateway.mcpUrl, {
      method: 'POST',
      headers: {
        ...attacked.gateway.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'hostile__echo',
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call",${params}}`,
    });
    expect(await callMeanwhile(attacked, sent)).toBeGreaterThan(0);
    const response = await sent;
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { message: 'Payload Too Large: the body has more than 50000 values (limits.values)' } },
    ]);
    expect(attacked.reached()).toEqual([]);
  });

  it('is refused in a result by an error that names the setting, and the server goes on', async () => {
    const attacked = await startAttacked();
    const attack = attacked.attack('keys', { count: COUNT });
    expect(await callMeanwhile(attacked, attack)).toBeGreaterThan(0);
    expect(await attack).toContain('more than 50000 values. resultValues in its entry of the config');
    expect(await attacked.attack('echo', { text: 'still here' })).toBe('still here');
    expect(attacked.reached()).toEqual(['keys', 'echo']);
  });

  it('does not keep out a result that is large for a reason', async () => {
    const { client } = await startAttacked();
    const { content } = await client.callTool({ name: 'hostile__picture', arguments: { length: 7_000_000 } });
    const [image] = content as readonly { readonly data: string }[];
    expect(image?.data.length).toBe(7_000_000);
  });

  it('is taken where the config of the server says so', async () => {
    const { client } = await startAttacked({ resultValues: 300_000 });
    const { structuredContent } = await client.callTool({ name: 'hostile__keys', arguments: { count: 150_000 } });
    expect(Object.keys(structuredContent as object)).toHaveLength(150_000);
  });
});
