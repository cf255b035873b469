import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiErrorSchema,
  gatewayStatusSchema,
  namedTokenSchema,
  newTokenSchema,
  retiredTokenSchema,
  tokenListSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { SHARED_TOKEN, useSetUpGateway } from './fixtures/set-up-gateway.ts';

const gateway = useSetUpGateway();

describe('tokens over the API', () => {
  it('are made, listed and revoked, and shown once', async () => {
    const { ask, send, dataDir } = gateway();
    const wanted = { name: 'ci', ceiling: 'read', servers: ['notes'], expires_in_days: 30 };
    const response = await send('POST', '/tokens', wanted);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { token, named } = newTokenSchema.parse(await response.json());
    expect(named).toMatchObject({ name: 'ci', ceiling: 'read', servers: ['notes'], profile: null, status: 'active' });
    expect(await ask(tokenListSchema, 'GET', '/tokens')).toEqual({ status: 200, value: { tokens: [named], total: 1 } });
    const revoked = await ask(namedTokenSchema, 'DELETE', `/tokens/${named.id}`);
    expect(revoked).toMatchObject({ status: 200, value: { name: 'ci', status: 'revoked' } });
    expect((await ask(tokenListSchema, 'GET', '/tokens')).value).toEqual({ tokens: [revoked.value], total: 1 });
    const said = JSON.stringify([revoked, await (await send('GET', '/tokens')).text()]);
    const kept = readFileSync(join(dataDir, 'tokens.json'), 'utf8');
    expect([said.includes(token), kept.includes(token), kept.includes(token.slice(10))]).toEqual([false, false, false]);
  });

  it.each<[string, object, number, string]>([
    ['without a name', { ceiling: 'read' }, 400, 'name'],
    ['without a ceiling', { name: 'x' }, 400, 'ceiling'],
    ['that could do anything', { name: 'x', ceiling: 'all' }, 400, 'ceiling'],
    ["that is whoever has the gateway's own", { name: 'Local', ceiling: 'read' }, 400, "must not be 'local'"],
    ['with a name that fits nowhere', { name: '../x', ceiling: 'read' }, 400, 'name must be letters, digits'],
    ['for no server at all', { name: 'x', ceiling: 'read', servers: [] }, 400, 'servers'],
    ['that ends before it begins', { name: 'x', ceiling: 'read', expires_in_days: 0 }, 400, 'expires_in_days'],
    ['with something else', { name: 'x', ceiling: 'read', admin: true }, 400, 'admin'],
    ['for a profile that is not there', { name: 'x', ceiling: 'read', profile: 'p' }, 400, "There is no profile 'p'."],
    ['with a name that is taken', { name: 'taken', ceiling: 'read' }, 409, "There is a token 'taken' already."],
  ])('are not made %s', async (_case, request, status, sentence) => {
    const { ask, send } = gateway();
    await send('POST', '/tokens', { name: 'taken', ceiling: 'read' });
    const before = (await ask(tokenListSchema, 'GET', '/tokens')).value.total;
    const refused = await ask(apiErrorSchema, 'POST', '/tokens', request);
    expect(refused.status).toBe(status);
    expect(refused.value.error.message).toContain(sentence);
    expect((await ask(tokenListSchema, 'GET', '/tokens')).value.total).toBe(before);
  });

  it('that are not there are not revoked', async () => {
    const { ask } = gateway();
    expect(await ask(apiErrorSchema, 'DELETE', '/tokens/nothing')).toMatchObject({
      status: 404,
      value: { error: { message: "There is no token 'nothing'." } },
    });
  });
});

describe('the token of an earlier version, which all clients shared', () => {
  const shared = useSetUpGateway({ isUpgraded: true });

  it('opens MCP alone, until it is removed', async () => {
    const { ask, url, dataDir } = shared();
    const statusOf = async (path: string) =>
      (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${SHARED_TOKEN}` } })).status;
    const file = join(dataDir, 'token');
    expect((await ask(gatewayStatusSchema, 'GET', '/status')).value.shared_token_file).toBe(file);
    expect([await statusOf('/mcp'), await statusOf('/api/v1/status'), await statusOf('/metrics')]).toEqual([
      expect.not.toBeOneOf([401, 403]),
      403,
      403,
    ]);
    expect(await ask(retiredTokenSchema, 'DELETE', '/shared-token')).toEqual({ status: 200, value: { removed: file } });
    expect([await statusOf('/mcp'), existsSync(file)]).toEqual([401, false]);
    expect((await ask(gatewayStatusSchema, 'GET', '/status')).value.shared_token_file).toBeNull();
    expect((await ask(retiredTokenSchema, 'DELETE', '/shared-token')).value).toEqual({ removed: null });
  });
});

describe('a request for a token', () => {
  it.each<[string, object, string]>([
    ['for the API with a ceiling', { name: 'x', kind: 'api', ceiling: 'read' }, 'ceiling'],
    ['for the API with a profile', { name: 'x', kind: 'api', profile: 'p' }, 'profile'],
    ['for a client without a ceiling', { name: 'x' }, 'ceiling'],
  ])('%s is refused, and says why', async (_case, body, path) => {
    const { ask } = gateway();
    const answer = await ask(apiErrorSchema, 'POST', '/tokens', body);
    expect([answer.status, answer.value.error.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
  });
});
