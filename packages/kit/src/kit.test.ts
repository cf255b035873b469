import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { WIRES } from './fixtures/wires.ts';
import { categories, createKit, type McpServerLike, ToolDefinitionError, type ToolSchema } from './index.ts';

const NOTE_ID = z.object({ id: z.string().describe('The id of the note') });
const BASE = { title: 'Get Note', description: 'Gets one note.', annotations: categories.read({ openWorld: false }) };

describe.each(WIRES)('a tool in the list, $name', ({ serve, sdk }) => {
  // SDK 1.x adds only this.
  const fromSdk = sdk === '1.x' ? { execution: { taskSupport: 'forbidden' } } : {};

  it('has its title in both places, all four hints, and every other declared field', async () => {
    await using served = await serve((kit) =>
      kit.registerTool(
        'get_note',
        {
          title: 'Get Note',
          description: {
            summary: 'Gets one note.',
            returns: 'The note.',
            preconditions: 'It exists.',
            example: { id: 'a', tags: [] },
          },
          inputSchema: NOTE_ID,
          outputSchema: z.object({ id: z.string(), tags: z.array(z.string()).default([]) }),
          annotations: categories.read({ openWorld: false, idempotent: false }),
          icons: [{ src: 'https://example.com/note.png', mimeType: 'image/png', sizes: ['48x48'] }],
          _meta: { 'com.example/kind': 'note' },
        },
        ({ id }) => ({ id }),
      ),
    );
    const { tools } = await (await served.connect()).listTools();
    expect(tools).toEqual([
      {
        name: 'get_note',
        title: 'Get Note',
        description:
          'Gets one note.\n\nReturns: The note.\nPreconditions: It exists.\nExample response: {"id":"a","tags":[]}',
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'string', description: 'The id of the note' } },
          required: ['id'],
        },
        outputSchema: {
          type: 'object',
          properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' }, default: [] } },
          required: ['id', 'tags'],
        },
        annotations: {
          title: 'Get Note',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: false,
          openWorldHint: false,
        },
        icons: [{ src: 'https://example.com/note.png', mimeType: 'image/png', sizes: ['48x48'] }],
        _meta: { 'com.example/kind': 'note' },
        ...fromSdk,
      },
    ]);
  });

  it('accepts any Standard Schema with JSON Schema support, or none', async () => {
    const json = { type: 'object', properties: { n: { type: 'integer', description: 'A number' } } };
    const handMade: ToolSchema<{ n: number }> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) =>
          value instanceof Object && 'n' in value && typeof value.n === 'number'
            ? { value: { n: value.n + 1 } }
            : { issues: [{ message: 'no number', path: ['n'] }] },
        jsonSchema: { input: () => json, output: () => json },
      },
    };
    await using served = await serve((kit) => {
      kit.registerTool('next', { ...BASE, inputSchema: handMade, outputSchema: handMade }, ({ n }) => ({ n }));
      kit.registerTool('nothing', BASE, (args) => args);
    });
    const client = await served.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, inputSchema, outputSchema }) => ({ name, inputSchema, outputSchema }))).toEqual([
      { name: 'next', inputSchema: json, outputSchema: json },
      { name: 'nothing', inputSchema: { type: 'object', properties: {} }, outputSchema: undefined },
    ]);
    expect(await client.callTool({ name: 'next', arguments: { n: 1 } })).toMatchObject({ structuredContent: { n: 3 } });
    expect(await client.callTool({ name: 'next', arguments: { n: 'x' } })).toMatchObject({
      content: [{ text: 'INVALID_INPUT: The arguments do not fit: n: no number' }],
    });
    expect(await client.callTool({ name: 'nothing' })).toMatchObject({ structuredContent: {} });
  });
});

const info = { name: 'a', version: '1' };
describe.each<[string, () => McpServerLike]>([
  ['1.x', () => new McpServerV1(info)],
  ['2.x', () => new McpServerV2(info)],
])('registerTool with SDK %s', (_, createServer) => {
  it('rejects an invalid tool and registers nothing', () => {
    const kit = createKit(createServer());
    const broken = { ...BASE, annotations: {} } as unknown as typeof BASE;
    expect(() => kit.registerTool('get_note', broken, () => 1)).toThrow(ToolDefinitionError);
    expect(kit.tools).toEqual([]);
    kit.registerTool('get_note', BASE, () => 1);
    expect(kit.tools.map(({ name }) => name)).toEqual(['get_note']);
  });

  it('rejects a name in use, by the kit or not, together with the other problems', () => {
    const server = createServer();
    createKit(server).registerTool('get_note', BASE, () => 1);
    expect(() => createKit(server).registerTool('get_note', { ...BASE, title: '' }, () => 1)).toThrow(
      new ToolDefinitionError('get_note', [
        { path: 'name', message: "The server already has a tool 'get_note'. Give this one another name." },
        { path: 'title', message: "title is missing. Give the tool a readable name, such as 'Delete Note'." },
      ]),
    );
  });

  it('lists its tools in their current state', () => {
    const kit = createKit(createServer());
    const definition = {
      name: 'get_note',
      title: 'Get Note',
      description: 'Gets one note.',
      inputSchema: { type: 'object', properties: {} },
      annotations: {
        title: 'Get Note',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    };
    const handle = kit.registerTool('get_note', BASE, () => 1) as ReturnType<McpServerV1['registerTool']>;
    expect(kit.tools).toEqual([definition]);
    handle.update({ name: 'fetch_note', title: 'Fetch Note' });
    expect(kit.tools).toEqual([{ ...definition, name: 'fetch_note', title: 'Fetch Note' }]);
    handle.remove();
    expect(kit.tools).toEqual([]);
  });
});
