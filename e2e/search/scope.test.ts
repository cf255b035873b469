import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newTokenSchema } from '@toolmark/api-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../gateway/fixtures/clients.ts';
import type { TestGateway } from '../gateway/fixtures/gateway.ts';
import { openWorkshop } from './fixtures/workshop.ts';

async function connectWith(
  gateway: TestGateway,
  token: string,
  mode: 'auto' | 'legacy',
  path: string,
): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}${path}`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function newToken(gateway: TestGateway, request: object): Promise<string> {
  const { body } = await gateway.api('/api/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return newTokenSchema.parse(body).token;
}

describe.each(['auto', 'legacy'] as const)('search mode with a token (%s)', (mode) => {
  it("shows and calls nothing above the token's ceiling, with any variant", async () => {
    const { gateway, folder } = await openWorkshop();
    const token = await newToken(gateway, { name: 'reader', ceiling: 'read' });
    const client = await connectWith(gateway, token, mode, '/mcp/search');
    const found = await client.callTool({ name: 'retrieve_tools', arguments: { query: 'write text into a file' } });
    expect(textOf(found)).not.toContain('call_tool_destructive');
    expect(textOf(found)).toContain('Above the ceiling of this token');
    const path = join(realpathSync(folder), 'never.txt');
    const call = { id: 'files__write_file', arguments: { path, content: 'x' } };
    const refused = await client.callTool({ name: 'call_tool_destructive', arguments: call });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('(ceiling)');
    const read = { id: 'files__read_text_file', arguments: { path: join(realpathSync(folder), 'plan.txt') } };
    expect(textOf(await client.callTool({ name: 'call_tool_read', arguments: read }))).toBe('Tea first.');
  });

  it('reveals nothing outside a profile: not in results, descriptions, calls or errors', async () => {
    const profiles = { reading: { servers: ['files'], classes: ['read'] } };
    const { gateway } = await openWorkshop({ config: { profiles, policy: { defaults: { destructive: 'allow' } } } });
    const token = await newToken(gateway, { name: 'guest', ceiling: 'destructive', profile: 'reading' });
    const client = await connectWith(gateway, token, mode, '/mcp/search');
    const said = [
      await client.callTool({ name: 'retrieve_tools', arguments: { query: 'write, delete or create', limit: 50 } }),
      await client.callTool({ name: 'retrieve_tools', arguments: { query: 'xyzzy' } }),
      await client.callTool({ name: 'retrieve_tools', arguments: { query: 'notes', server: 'demo' } }),
      await client.callTool({ name: 'describe_tool', arguments: { ids: ['demo__delete_not', 'files__write_fil'] } }),
      await client.callTool({ name: 'call_tool_destructive', arguments: { id: 'memory__delete_entitie' } }),
      client.getInstructions() ?? '',
    ];
    const text = JSON.stringify(said);
    for (const hidden of ['demo__delete_note', 'files__write_file', 'memory__', 'everything', 'demo (', 'demo,'])
      expect({ hidden, isSaid: text.replaceAll('memory__delete_entitie', '').includes(hidden) }).toEqual({
        hidden,
        isSaid: false,
      });
    expect(text).toContain('files__');
  });
});
