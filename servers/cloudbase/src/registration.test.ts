// The kit's registerTool(name, config, handler) beside the older server.tool() on the same server.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type CallEvent, categories, createKit, instrument } from '@toolmark/kit';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { idleServer } from './fixtures/idle-services.ts';
import { MODULES } from './modules/modules.ts';
import type { Toolbox } from './tools/toolbox.ts';

const events: CallEvent[] = [];
const server = new McpServer({ name: 'test', version: '1.0.0' });
const kit = createKit(server, { use: [instrument({ record: (event) => events.push(event) })] });
const { services, consent } = idleServer('en');

const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const params = { name: z.string().describe('A name') };
const hints = { readOnlyHint: true, openWorldHint: false };
const OLD = ['bare', 'described', 'params', 'hints', 'described-params', 'described-hints', 'params-hints', 'all'];

server.tool('bare', () => answer('bare'));
server.tool('described', 'Says something.', () => answer('described'));
server.tool('params', params, ({ name }) => answer(`params ${name}`));
server.tool('hints', hints, () => answer('hints'));
// A tool of the new kind, registered between old ones.
kit.registerTool(
  'new',
  {
    title: 'New',
    description: 'A tool of the new kind.',
    inputSchema: z.object(params),
    annotations: categories.create({ openWorld: true }),
  },
  ({ name }, { signal }) => ({ text: `new ${name}`, hasSignal: signal instanceof AbortSignal }),
);
// This server was written for SDK 2.x; the kit has the same API for both SDKs.
for (const { tools } of MODULES)
  for (const tool of tools) tool.register({ ...services, consent, kit: kit as unknown as Toolbox['kit'] });
server.tool('described-params', 'Says something.', params, ({ name }) => answer(`described-params ${name}`));
server.tool('described-hints', 'Says something.', hints, () => answer('described-hints'));
server.tool('params-hints', params, hints, ({ name }) => answer(`params-hints ${name}`));
server.tool('all', 'Says something.', params, hints, ({ name }) => answer(`all ${name}`));

const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'test', version: '1.0.0' });
await Promise.all([server.connect(serverEnd), client.connect(clientEnd)]);
afterAll(() => client.close());
const { tools } = await client.listTools();
const named = (name: string) => tools.find((tool) => tool.name === name);

describe('registerTool beside server.tool()', () => {
  it('lists the tools of both', () => {
    const own = MODULES.flatMap((module) => module.tools.map(({ name }) => name));
    expect(own).toHaveLength(36);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...OLD, 'new', ...own].toSorted());
  });

  it.each(OLD)('does not change %s', async (name) => {
    expect(named(name)?.annotations).toEqual(name.includes('hints') || name === 'all' ? hints : undefined);
    const hasParams = name.includes('params') || name === 'all';
    const result = await client.callTool({ name, arguments: hasParams ? { name: 'Ada' } : {} });
    expect(result.content).toEqual([{ type: 'text', text: hasParams ? `${name} Ada` : name }]);
  });

  it('sends the title and all hints, and passes the call context to the handler', async () => {
    expect(named('new')).toMatchObject({
      title: 'New',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    });
    const { structuredContent } = await client.callTool({ name: 'new', arguments: { name: 'Ada' } });
    expect(structuredContent).toEqual({ text: 'new Ada', hasSignal: true });
  });

  it('works without instrumentation, and with it reports each call without arguments', async () => {
    const plain = new McpServer({ name: 'test', version: '1.0.0' });
    const without = createKit(plain) as unknown as Toolbox['kit'];
    for (const module of MODULES)
      for (const tool of module.tools) tool.register({ ...services, consent, kit: without });
    events.length = 0;
    await client.callTool({ name: 'new', arguments: { name: 'secret' } });
    expect(events).toEqual([{ tool: 'new', outcome: 'ok', durationMs: expect.any(Number) }]);
  });
});
