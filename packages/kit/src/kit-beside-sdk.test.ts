import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { registerForeign, WIRES } from './fixtures/wires.ts';
import { categories, createKit, fail, type McpServerLike, requireScopes } from './index.ts';

const BASE = { title: 'Note', description: 'Does something.', annotations: categories.set({ openWorld: false }) };
/** The members common to the handles of both SDKs. */
interface Handle {
  disable(): void;
  remove(): void;
  update(updates: object): void;
}

const content = [{ type: 'text' as const, text: 'old' }];

describe.each(WIRES)('beside tools of the SDK, $name', ({ serve, era }) => {
  const fromSdk = era === 'modern' ? { _meta: expect.objectContaining({}) } : {};

  it('leaves tools registered through the SDK unchanged, before and after the kit', async () => {
    await using served = await serve((kit, server) => {
      registerForeign(server, 'before');
      kit.registerTool('kit', { ...BASE, use: [requireScopes('x')] }, () => 1);
      registerForeign(server, 'after');
    });
    const client = await served.connect();
    const { tools } = await client.listTools();
    const inputSchema = { properties: { a: { type: 'string' } }, required: ['a'] };
    expect(tools).toMatchObject(
      ['before', 'after'].map((name) => ({ name, description: 'A tool of the SDK', inputSchema })),
    );
    // The client drops the unknown key; the kit added none.
    expect(tools.map(({ annotations }) => annotations)).toEqual([{ readOnlyHint: true }, { readOnlyHint: true }]);
    for (const name of ['before', 'after']) {
      expect(await client.callTool({ name, arguments: { a: 'old' } })).toEqual({ content, ...fromSdk });
      // The SDK still validates its own tools, with its own error text and without structured content.
      const refused = await client.callTool({ name, arguments: {} });
      expect([refused.isError, refused.structuredContent]).toEqual([true, undefined]);
    }
  });

  it('lets two kits share a server', async () => {
    await using served = await serve((kit, server) => {
      const other = createKit<McpServerLike>(server);
      kit.registerTool('a', { ...BASE, use: [requireScopes('x')] }, () => 1);
      other.registerTool('b', { ...BASE, use: [requireScopes('x')] }, () => 1);
      kit.registerTool('c', { ...BASE, use: [requireScopes('y')] }, () => 1);
      other.registerTool('d', BASE, () => 1);
    });
    const listed = async (scopes?: string[]) =>
      (await (await served.connect(scopes)).listTools()).tools.map(({ name }) => name);
    expect([await listed(), await listed(['x']), await listed(['x', 'y'])]).toEqual([
      ['d'],
      ['a', 'b', 'd'],
      ['a', 'b', 'c', 'd'],
    ]);
  });

  it("returns the SDK's handle, which keeps working", async () => {
    await using served = await serve((kit) => {
      const inputSchema = z.object({ a: z.string().describe('A') });
      const register = (name: string) => kit.registerTool(name, { ...BASE, inputSchema }, () => 1) as Handle;
      register('disabled').disable();
      register('removed').remove();
      register('updated').update({ title: 'New' });
    });
    const { tools } = await (await served.connect()).listTools();
    expect(tools).toMatchObject([{ name: 'updated', title: 'New', inputSchema: { required: ['a'] } }]);
  });

  it('leaves validation to the SDK if the author gives the handle another schema', async () => {
    const replaced = z.object({ n: z.number().describe('A number') });
    const output = z.object({ text: z.string() });
    await using served = await serve((kit, server) => {
      const isV1 = server instanceof McpServerV1;
      const update = { paramsSchema: isV1 ? replaced.shape : replaced, outputSchema: isV1 ? output.shape : output };
      // The schemas given to the kit reject both the arguments and the results.
      const inputSchema = z.object({ a: z.string().describe('A') });
      const outputSchema = z.object({ id: z.string() });
      const handler = () => ({ text: 'new' }) as unknown as { id: string };
      (kit.registerTool('success', { ...BASE, inputSchema, outputSchema }, handler) as Handle).update(update);
      (kit.registerTool('failure', BASE, () => fail('GONE', 'It is gone.')) as Handle).update(update);
    });
    const client = await served.connect();
    const { tools } = await client.listTools();
    expect(
      tools.map(({ inputSchema, outputSchema }) => [inputSchema.properties, outputSchema?.['properties']]),
    ).toEqual([
      [{ n: { type: 'number', description: 'A number' } }, { text: { type: 'string' } }],
      [{ n: { type: 'number', description: 'A number' } }, { text: { type: 'string' } }],
    ]);
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    expect(await call('success', { n: 1 })).toMatchObject({ structuredContent: { text: 'new' } });
    expect(await call('success', { a: 'x' })).toMatchObject({ isError: true });
    const failed = await call('failure', { n: 1 });
    expect([failed.structuredContent, failed._meta?.['io.toolmark/error']]).toEqual([
      undefined,
      { code: 'GONE', message: 'It is gone.' },
    ]);
  });
});

describe.each(WIRES.filter(({ sdk }) => sdk === '1.x'))('beside the old tool(), $name', ({ serve }) => {
  it('leaves its tools unchanged, before and after the kit', async () => {
    await using served = await serve((kit, server) => {
      if (!(server instanceof McpServerV1)) return;
      server.tool('before', 'An old tool', { a: z.string() }, { destructiveHint: false }, ({ a }) => ({
        content: [{ type: 'text', text: a }],
      }));
      kit.registerTool('kit', BASE, () => 1);
      server.tool('after', () => ({ content }));
    });
    const client = await served.connect();
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: 'before',
        description: 'An old tool',
        inputSchema: { properties: { a: { type: 'string' } } },
        annotations: { destructiveHint: false },
      },
      { name: 'kit', title: 'Note' },
      { name: 'after' },
    ]);
    expect(await client.callTool({ name: 'before', arguments: { a: 'old' } })).toEqual({ content });
    expect(await client.callTool({ name: 'after' })).toEqual({ content });
    expect(await client.callTool({ name: 'kit' })).toMatchObject({ structuredContent: { result: 1 } });
  });
});

describe.each([
  ['1.x', () => new McpServerV1({ name: 'a', version: '1' })],
  ['2.x', () => new McpServerV2({ name: 'a', version: '1' })],
])('an SDK %s without accessible handlers', (_, createServer) => {
  it('cannot have guarded tools', () => {
    const server = createServer();
    const kit = createKit<McpServerLike>(server);
    Reflect.set(
      server.server,
      '_requestHandlers',
      Object.assign(Reflect.get(server.server, '_requestHandlers'), { get: () => undefined }),
    );
    expect(() => kit.registerTool('a', { ...BASE, use: [requireScopes('x')] }, () => 1)).toThrow(
      '@toolmark/kit cannot find it',
    );
    expect(kit.tools).toEqual([]);
    expect(Object.keys(Reflect.get(server, '_registeredTools'))).toEqual([]);
  });
});
