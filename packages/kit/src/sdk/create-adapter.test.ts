import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createAdapter } from './create-adapter.ts';
import type { McpServerLike } from './mcp-server-like.ts';

const info = { name: 'a', version: '1' };
const edit = async () => ({ tools: [], isPrivate: false });

describe('createAdapter', () => {
  it.each([
    ['1.x, which leaves things out of its list', new McpServerV1(info), true],
    ['2.x, which does not', new McpServerV2(info), false],
  ])('recognizes SDK %s', (_, server, completes) => {
    const adapter = createAdapter(server, edit);
    expect(adapter.completeListed !== undefined).toBe(completes);
    expect(() => adapter.readRequest({})).toThrow('The MCP SDK called the tool without its context');
  });

  it.each([
    ['nothing', undefined],
    ['a low-level Server', new McpServerV2(info).server],
    ['some object', { registerTool: () => ({}) }],
  ])('rejects %s', (_, server) => {
    expect(() => createAdapter(server as unknown as McpServerLike, edit)).toThrow(
      'createKit needs an McpServer, of @modelcontextprotocol/server 2.x or @modelcontextprotocol/sdk 1.x. A low-level Server has no registerTool.',
    );
  });

  it('rejects an SDK 1.x that converts the schema, and removes the tool again', () => {
    const removed: unknown[] = [];
    const handle = {
      inputSchema: 'a raw shape wrapped once more',
      update: (updates: unknown) => removed.push(updates),
    };
    const adapter = createAdapter(
      { server: {}, tool: () => handle, registerTool: () => handle } as McpServerLike,
      edit,
    );
    const definition = { name: 'a', title: 'A', description: 'a', inputSchema: {}, annotations: {} };
    expect(() => adapter.register(definition, () => Promise.reject())).toThrow(
      '@toolmark/kit needs @modelcontextprotocol/sdk 1.22 or later. Update it, or move to 2.x.',
    );
    expect(removed).toEqual([{ name: null }]);
  });
});
