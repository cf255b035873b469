import { type JsonObject, META } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { capabilitiesOf, headersForServer, paramsForServer, readEnvelope } from '../sent-params.ts';

describe('readEnvelope', () => {
  const hop = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'c' },
    [META.clientCapabilities]: { roots: {} },
  };
  it.each<[string, unknown, unknown]>([
    ['no _meta', undefined, {}],
    ['a broken _meta', 'x', {}],
    ['nothing but an envelope', hop, {}],
    ['the name of a conversation', { ...hop, 'io.toolmark/session': 'x' }, {}],
    ['another key of ours', { 'io.toolmark/other': 1 }, { rest: { 'io.toolmark/other': 1 } }],
    ['a progress token', { ...hop, progressToken: 0 }, { progressToken: 0 }],
    ['a broken progress token', { progressToken: {} }, {}],
    [
      'a log level, which goes on',
      { [META.logLevel]: 'info' },
      { logLevel: 'info', rest: { [META.logLevel]: 'info' } },
    ],
    ['an unknown log level, which goes on', { [META.logLevel]: 'loud' }, { rest: { [META.logLevel]: 'loud' } }],
    [
      'what is none of ours',
      { ...hop, traceparent: '00-1', 'com.x/y': [1] },
      { rest: { traceparent: '00-1', 'com.x/y': [1] } },
    ],
  ])('%s', (_, _meta, expected) => {
    const none = { progressToken: undefined, logLevel: undefined, rest: undefined };
    expect(readEnvelope({ _meta })).toEqual({ ...none, ...(expected as object) });
  });
});

it('readEnvelope keeps a key called __proto__', () => {
  const params = JSON.parse('{"_meta":{"progressToken":1,"__proto__":{"a":1},"b":2}}') as JsonObject;
  const { rest } = readEnvelope(params);
  expect(JSON.stringify(paramsForServer(params, {}, rest))).toBe('{"_meta":{"__proto__":{"a":1},"b":2}}');
});

describe('paramsForServer', () => {
  it.each<[string, JsonObject, JsonObject | undefined, JsonObject]>([
    [
      'the name is the server’s',
      { name: 's__a', arguments: { x: null } },
      undefined,
      { name: 'a', arguments: { x: null } },
    ],
    ['an empty envelope is left out', { name: 's__a', _meta: { progressToken: 1 } }, undefined, { name: 'a' }],
    [
      'what is left of it goes on',
      { name: 's__a', _meta: { progressToken: 1, k: 2 } },
      { k: 2 },
      { name: 'a', _meta: { k: 2 } },
    ],
    [
      'unknown params go on',
      { name: 's__a', requestState: 'x', odd: 1 },
      undefined,
      { name: 'a', requestState: 'x', odd: 1 },
    ],
  ])('%s', (_, params, meta, expected) => {
    const before = structuredClone(params);
    expect(paramsForServer(params, { name: 'a' }, meta)).toEqual(expected);
    expect(params).toEqual(before);
  });
});

describe('capabilitiesOf', () => {
  const ui = { 'io.modelcontextprotocol/ui': { mimeTypes: [] } };
  const all = { elicitation: {}, sampling: {}, roots: {}, experimental: { x: {} } };
  it.each<[string, JsonObject, JsonObject]>([
    ['what is relayed', capabilitiesOf(modernCaller({ capabilities: all })), all],
    [
      'no tasks',
      capabilitiesOf(
        modernCaller({ capabilities: { roots: {}, tasks: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } } }),
      ),
      { roots: {} },
    ],
    [
      'extensions that need nothing of us',
      capabilitiesOf(modernCaller({ capabilities: { extensions: { ...ui, 'x/y': {} } } })),
      { extensions: ui },
    ],
    ['broken extensions', capabilitiesOf(modernCaller({ capabilities: { extensions: 1 } })), {}],
    [
      'no questions to who cannot be asked',
      capabilitiesOf(legacyCaller({ capabilities: all, ask: undefined })),
      { experimental: { x: {} } },
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});

describe('headersForServer', () => {
  it('lets mirrored arguments through and nothing else', () => {
    const headers = { 'mcp-param-region': 'eu', authorization: 'Bearer x', cookie: 'y', 'mcp-session-id': 'z' };
    expect(headersForServer(headers)).toEqual({ 'mcp-param-region': 'eu' });
    const mirrored = { 'mcp-param-region': 'us', 'mcp-param-zone': 'a' };
    expect(headersForServer(headers, mirrored)).toEqual(mirrored);
    expect(headersForServer({ 'mcp-param-other': 'x' }, mirrored)).toEqual({ 'mcp-param-other': 'x', ...mirrored });
  });
});
