import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { ParamHeader } from '../../../model/catalog.ts';
import { modern } from '../fixtures/requests.ts';
import { checkParamHeaders } from '../request-headers.ts';

const DECLARED: readonly ParamHeader[] = [
  { header: 'mcp-param-region', path: ['region'] },
  { header: 'mcp-param-count', path: ['filter', 'count'] },
  { header: 'mcp-param-dry', path: ['dry'] },
];

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'oracle', version: '1' });
    // The SDK's type for schemas lacks its own extension.
    const schema: object = {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        filter: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
        dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
      },
    };
    const inputSchema = fromJsonSchema<Record<string, unknown>>(schema);
    server.registerTool('echo', { inputSchema }, () => ({ content: [] }));
    return server;
  },
  { legacy: 'reject' },
);

const encoded = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('arguments that are repeated in headers', () => {
  it.each<[string, object, Record<string, string>, boolean]>([
    ['neither argument nor header', {}, {}, true],
    ['the same', { region: 'eu' }, { 'mcp-param-region': 'eu' }, true],
    ['another', { region: 'eu' }, { 'mcp-param-region': 'us' }, false],
    ['another case', { region: 'eu' }, { 'mcp-param-region': 'EU' }, false],
    ['only in the body', { region: 'eu' }, {}, false],
    ['only in the header', {}, { 'mcp-param-region': 'eu' }, true],
    ['null in the body', { region: null }, {}, true],
    ['in base64', { region: 'größe' }, { 'mcp-param-region': encoded('größe') }, true],
    ['plain text in base64', { region: 'eu' }, { 'mcp-param-region': encoded('eu') }, true],
    ['invalid base64', { region: 'eu' }, { 'mcp-param-region': '=?base64?*?=' }, false],
    ['base64 of another', { region: 'eu' }, { 'mcp-param-region': encoded('us') }, false],
    ['an empty string', { region: '' }, { 'mcp-param-region': '' }, true],
    ['a number inside an object', { filter: { count: 42 } }, { 'mcp-param-count': '42' }, true],
    ['the same number in another notation', { filter: { count: 42 } }, { 'mcp-param-count': '42.0' }, true],
    ['a number in scientific notation', { filter: { count: 42 } }, { 'mcp-param-count': '4.2e1' }, false],
    ['another number', { filter: { count: 42 } }, { 'mcp-param-count': '43' }, false],
    ['an object that is a string', { filter: 'x' }, {}, true],
    ['true', { dry: true }, { 'mcp-param-dry': 'true' }, true],
    ['true as 1', { dry: true }, { 'mcp-param-dry': '1' }, false],
    ['a value that no header can hold', { region: ['eu'] }, {}, true],
  ])('%s', async (_name, args, headers, fits) => {
    const { headers: standard, body } = modern('tools/call', {
      name: 'echo',
      arguments: args as Record<string, unknown>,
    });
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...(standard as Record<string, string>), ...headers },
      body: JSON.stringify(body),
    });
    const oracle = (await (await handler.fetch(request)).json()) as { error?: { code: number } };
    const found = checkParamHeaders(DECLARED, args, headers);
    expect(found === undefined).toBe(fits);
    expect(found?.code).toBe(oracle.error?.code === -32020 ? -32020 : undefined);
  });
});
