import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { serveHttp } from '@toolmark/kit/serve';
import { describe, expect, it } from 'vitest';
import { assertScopes, missingScopes, scopeChallenge } from './scopes.ts';

const NEEDED = ['notes:read', 'notes:write'] as const;

describe('the scopes of a caller', () => {
  it.each([
    ['all', { scopes: ['notes:write', 'x', 'notes:read'] }, []],
    ['some', { scopes: ['notes:read'] }, ['notes:write']],
    ['a longer name', { scopes: ['notes:read', 'notes:write2'] }, ['notes:write']],
    ['all, but expired', { scopes: [...NEEDED], expiresAt: 1 }, [...NEEDED]],
    ['no token', undefined, [...NEEDED]],
  ])('%s', (_, auth, missing) => {
    expect(missingScopes(auth, NEEDED)).toEqual(missing);
    if (missing.length === 0) assertScopes({ hasScopes: true }, auth, NEEDED);
    else
      expect(() => assertScopes({ hasScopes: true }, auth, NEEDED)).toThrow(`Your token lacks ${missing.join(' ')}.`);
    assertScopes({ hasScopes: false }, auth, NEEDED);
  });
});

it.each([
  [true, ['notes:read'], undefined],
  [true, [...NEEDED], 'content'],
  [false, [], 'content'],
])('a resource is read only with its scopes (scopes enforced: %s, token: %j)', async (hasScopes, scopes, text) => {
  const create = (): McpServer => {
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    const config = { ...scopeChallenge({ hasScopes }, NEEDED), title: 'Note' };
    server.registerResource('note', 'nc://note', config, ({ href }) => ({
      contents: [{ uri: href, text: 'content' }],
    }));
    return server;
  };
  const auth = { token: 't', clientId: 'c', scopes, expiresAt: Date.now() / 1000 + 60 };
  const http = await serveHttp(create, { port: 0, maxBodyBytes: 1_000_000, authenticate: async () => auth });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  const read = await client.readResource({ uri: 'nc://note' }).catch(() => undefined);
  expect(read?.contents[0]).toEqual(text === undefined ? undefined : { uri: 'nc://note', text });
  await client.close();
  await http.close();
});
