import { type JsonObject, result } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import { createTestServer } from '../core/fixtures/server.ts';
import { createWorld } from '../core/fixtures/world.ts';
import type { CatalogTool } from '../model/catalog.ts';
import { createCall } from './pipeline.ts';
import { forwardedParams } from './sent-params.ts';

const callWith = (params: JsonObject, headers: Record<string, string> = {}, tool?: Partial<CatalogTool>) => {
  const args = params['arguments'] as JsonObject | undefined;
  const start = { id: '1', seq: 1, name: 'a', params, arguments: args, startedAt: 0 };
  return { ...createCall({ ...start, caller: modernCaller({ headers }) }), tool: tool as CatalogTool };
};

describe('forwardedParams', () => {
  it.each<[string, JsonObject, JsonObject | undefined]>([
    ['nothing but a name', { name: 'a' }, undefined],
    ['a member that no revision knows', { name: 'a', task: { ttl: 1 } }, { task: { ttl: 1 } }],
    ['a key of _meta that no revision knows', { _meta: { 'acme/tenant': 'x' } }, { _meta: { 'acme/tenant': 'x' } }],
    ['a trace', { _meta: { traceparent: 't', baggage: 'b' } }, { _meta: { traceparent: 't', baggage: 'b' } }],
    [
      'only keys of our own hop',
      { _meta: { progressToken: 1, 'io.modelcontextprotocol/clientInfo': {}, 'io.toolmark/session': 's' } },
      undefined,
    ],
    ['a _meta that is no object', { _meta: 'x' }, undefined],
    ['answers for the server', { requestState: 's', inputResponses: {} }, { requestState: 's', inputResponses: {} }],
    ['answers for us', { requestState: 'toolmark-approval.x', inputResponses: {}, more: 1 }, { more: 1 }],
  ])('others: %s', (_, params, others) => {
    const found = forwardedParams(callWith({ ...params, arguments: { x: 1 } }));
    expect(found).toEqual({ arguments: { x: 1 }, others, headers: undefined });
  });

  it('counts answers with a state like ours as the server’s when the call goes on after its questions', () => {
    const params = { requestState: 'toolmark-approval.x', inputResponses: {} };
    expect(forwardedParams({ ...callWith(params), isContinued: true }).others).toEqual(params);
  });

  it('keeps a member that is called __proto__', () => {
    const { others } = forwardedParams(callWith(JSON.parse('{"__proto__":{"force":true}}') as JsonObject));
    expect(JSON.stringify(others)).toBe('{"__proto__":{"force":true}}');
  });

  it('names headers that repeat no argument, and none that do', () => {
    const headers = { 'mcp-param-region': 'us', 'mcp-param-force': 'true', cookie: 'x' };
    const tool = { paramHeaders: [{ header: 'mcp-param-region', path: ['region'] }] };
    const own = (params: JsonObject) => forwardedParams(callWith(params, headers, tool)).headers;
    expect(own({ arguments: { region: 'eu' } })).toEqual({ 'mcp-param-force': 'true' });
    expect(own({})).toEqual({ 'mcp-param-region': 'us', 'mcp-param-force': 'true' });
  });

  const member = fc.constantFrom('task', 'requestState', 'inputResponses', '__proto__', 'constructor', 'x');
  const key = fc.constantFrom(
    ...['progressToken', 'acme/tenant', 'traceparent', 'io.toolmark/session', '__proto__', 'io.modelcontextprotocol/x'],
    ...['io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/logLevel'],
  );
  const json = fc.jsonValue({ maxDepth: 2 });

  it.each(['modern', 'legacy'] as const)('is what a server gets, nothing less and nothing more: %s', async (era) => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(member, json), fc.dictionary(key, json), async (members, meta) => {
        const server = createTestServer('s', era);
        server.answer(() => result({ content: [] }));
        const params = { ...members, name: 's__a', arguments: { x: 1 }, _meta: { ...meta } };
        const caller = era === 'modern' ? modernCaller() : legacyCaller();
        await createWorld([server]).core.handle('tools/call', params, caller);
        const { arguments: args, others } = forwardedParams(callWith(params));
        expect(JSON.parse(JSON.stringify(server.last().params))).toEqual(
          JSON.parse(JSON.stringify({ ...others, name: 'a', arguments: args })),
        );
      }),
      { numRuns: 200 },
    );
  });
});
