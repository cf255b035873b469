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
  it('are created, listed and revoked, and shown once', async () => {
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
    ['with an invalid ceiling', { name: 'x', ceiling: 'all' }, 400, 'ceiling'],
    ["that is whoever has the gateway's own", { name: 'Local', ceiling: 'read' }, 400, "must not be 'local'"],
    ['with an invalid name', { name: '../x', ceiling: 'read' }, 400, 'name must be letters, digits'],
    ['without servers', { name: 'x', ceiling: 'read', servers: [] }, 400, 'servers'],
    ['with an expiry in the past', { name: 'x', ceiling: 'read', expires_in_days: 0 }, 400, 'expires_in_days'],
    ['with an unknown field', { name: 'x', ceiling: 'read', admin: true }, 400, 'admin'],
    ['for an unknown profile', { name: 'x', ceiling: 'read', profile: 'p' }, 400, "There is no profile 'p'."],
    ['with a duplicate name', { name: 'taken', ceiling: 'read' }, 409, "There is a token 'taken' already."],
  ])('are not created %s', async (_case, request, status, sentence) => {
    const { ask, send } = gateway();
    await send('POST', '/tokens', { name: 'taken', ceiling: 'read' });
    const before = (await ask(tokenListSchema, 'GET', '/tokens')).value.total;
    const refused = await ask(apiErrorSchema, 'POST', '/tokens', request);
    expect(refused.status).toBe(status);
    expect(refused.value.error.message).toContain(sentence);
    expect((await ask(tokenListSchema, 'GET', '/tokens')).value.total).toBe(before);
  });

  it('that do not exist cannot be revoked', async () => {
    const { ask } = gateway();
    expect(await ask(apiErrorSchema, 'DELETE', '/tokens/nothing')).toMatchObject({
      status: 404,
      value: { error: { message: "There is no token 'nothing'." } },
    });
  });
});

describe('the shared token of an earlier version', () => {
  const shared = useSetUpGateway({ isUpgraded: true });

  it('is valid for MCP only, until it is removed', async () => {
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
  ])('%s is rejected with the reason', async (_case, body, path) => {
    const { ask } = gateway();
    const answer = await ask(apiErrorSchema, 'POST', '/tokens', body);
    expect([answer.status, answer.value.error.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
  });
});
